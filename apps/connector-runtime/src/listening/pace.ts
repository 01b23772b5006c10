/** Limits how often the reports of one client are stored. */
export interface PaceLimits {
  /** How many times reports are stored without delay. */
  burst: number;
  /** How long each of these counts (ms). Beyond the burst, reports are collected for this long. */
  intervalMs: number;
}

/**
 * Stores occasional reports at once, and collects those of a client that reports all the time (the generic cell rate
 * algorithm, ITU-T I.371).
 */
export class Pace {
  readonly #limits: PaceLimits;
  #paidUntil = -Infinity;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** Counts reports that are stored at an instant (ms); returns the delay before the next (ms). */
  count(now: number): number {
    const { burst, intervalMs } = this.#limits;
    this.#paidUntil = Math.max(now, this.#paidUntil) + intervalMs;
    return Math.max(0, this.#paidUntil - now - burst * intervalMs);
  }
}
