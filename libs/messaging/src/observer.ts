/**
 * Is told what happens to calls and jobs, such as for metrics. Its functions are called for every call:
 * they must be cheap, and must not throw.
 */
export interface Observer {
  /** A call that this process made has ended; `outcome` is `ok` or the code of its problem. */
  callEnded(call: string, outcome: string, ms: number): void;
  /** A call has arrived, this long after it was made. */
  callArrived(call: string, ageMs: number): void;
  /**
   * A call has been answered by this process, `ms` after it arrived; `outcome` is `ok`, the code of its
   * problem, or `expired`.
   */
  callAnswered(call: string, outcome: string, ms: number): void;
  /** A handler was given so many calls at once. */
  setStarted(call: string, size: number): void;
  /** A job was set aside, since it has stopped its worker repeatedly. */
  jobSetAside(queue: string): void;
}

export const noObserver: Observer = {
  callEnded: () => undefined,
  callArrived: () => undefined,
  callAnswered: () => undefined,
  setStarted: () => undefined,
  jobSetAside: () => undefined,
};
