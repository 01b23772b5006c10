/**
 * Receives what happens to calls and jobs, for metrics. Its functions are called for every call: they must be
 * cheap, and must not throw.
 */
export interface Observer {
  /** A call made by this process ended; `outcome` is `ok` or the code of its problem. */
  callEnded(call: string, outcome: string, ms: number): void;
  /** A call arrived, `ageMs` after it was made. */
  callArrived(call: string, ageMs: number): void;
  /**
   * This process answered a call, `ms` after it arrived; `outcome` is `ok`, the code of its problem, or
   * `expired`.
   */
  callAnswered(call: string, outcome: string, ms: number): void;
  /** A handler received a batch of `size` calls. */
  batchStarted(call: string, size: number): void;
  /** A job was dead-lettered because it stopped its worker repeatedly. */
  jobDeadLettered(queue: string): void;
}

export const noObserver: Observer = {
  callEnded: () => undefined,
  callArrived: () => undefined,
  callAnswered: () => undefined,
  batchStarted: () => undefined,
  jobDeadLettered: () => undefined,
};
