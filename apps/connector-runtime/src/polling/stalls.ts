/** Tells whether this process was running all the time. */
export interface Pauses {
  /**
   * Whether the process stood still for a while since some time (by `performance.now()`): it was stopped, or
   * had no processor. Timeouts that expire then say nothing about what was waited for.
   */
  since(time: number): boolean;
  stop(): void;
}

const intervalMs = 250;

/** What is shorter is no pause (ms). The timeouts of remote technologies are several times as long. */
const minPauseMs = 1_000;

/** Watches this process. */
export function watchPauses(): Pauses {
  let lookedAt = performance.now();
  let pausedAt = -Infinity;
  const look = () => {
    const now = performance.now();
    if (now - lookedAt >= intervalMs + minPauseMs) pausedAt = now;
    lookedAt = now;
  };
  const timer = setInterval(look, intervalMs).unref();
  return {
    since(time) {
      // Another timer may have expired in the same pause, and come first.
      look();
      return pausedAt >= time;
    },
    stop: () => clearInterval(timer),
  };
}
