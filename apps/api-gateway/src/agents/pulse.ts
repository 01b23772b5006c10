/** How often a connection is checked (ms): more often than routers drop idle ones. */
const pingMs = 25_000;

/** How long an answer may take (ms). */
const pongMs = 10_000;

const everyMs = 1_000;

/** A connection that is checked regularly. */
export interface Checked {
  /** Sends something that the other end answers, which calls the function. */
  ping(onAnswer: () => void): void;
  onRoundTrip(ms: number): void;
  /** Called when no answer has come. */
  onSilence(): void;
  /** Called every second, for what it does when it is idle. */
  onTick(now: number): void;
}

export interface Pulse {
  /** Checks a connection now and then; returns a function that ends that. */
  watch(one: Checked): () => void;
  stop(): void;
}

/** Checks all connections with one timer. */
export function createPulse(): Pulse {
  const checks = new Map<Checked, { at: number; isAnswered: boolean }>();

  function ping(one: Checked): void {
    const check = { at: performance.now(), isAnswered: false };
    checks.set(one, check);
    one.ping(() => {
      if (check.isAnswered) return;
      check.isAnswered = true;
      one.onRoundTrip(performance.now() - check.at);
    });
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [one, { at, isAnswered }] of checks) {
      if (!isAnswered && now - at > pongMs) one.onSilence();
      else if (isAnswered && now - at > pingMs) ping(one);
      one.onTick(now);
    }
  }, everyMs).unref();

  return {
    watch(one) {
      ping(one);
      return () => void checks.delete(one);
    },
    stop: () => clearInterval(timer),
  };
}
