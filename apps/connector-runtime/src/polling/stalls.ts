/** Detects when this process stood still because it was stopped or got no processor time. */
export interface Stalls {
  /**
   * Returns whether the process stood still after a time (by `performance.now()`). Timeouts that expired meanwhile
   * say nothing about the remote technology.
   */
  since(time: number): boolean;
  stop(): void;
}

const intervalMs = 250;

/** Shorter delays of the event loop are not stalls (ms). Timeouts of connectors are several times as long. */
const minStallMs = 1_000;

export function watchStalls(): Stalls {
  let checkedAt = performance.now();
  let stalledAt = -Infinity;
  const check = () => {
    const now = performance.now();
    if (now - checkedAt >= intervalMs + minStallMs) stalledAt = now;
    checkedAt = now;
  };
  const timer = setInterval(check, intervalMs).unref();
  return {
    since(time) {
      // Another timer may have expired during the same stall and run first.
      check();
      return stalledAt >= time;
    },
    stop: () => clearInterval(timer),
  };
}
