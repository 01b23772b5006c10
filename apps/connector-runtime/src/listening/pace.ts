/** How often one client may have something stored. */
export interface PaceLimits {
  /** How many times in a row it may follow at once. */
  burst: number;
  /** How long each of them counts (ms); afterwards what is heard is gathered for as long. */
  intervalMs: number;
}

/**
 * Lets a client that speaks now and then have it stored at once, and gathers what one says that speaks all the time
 * (the generic cell rate algorithm, ITU-T I.371).
 */
export class Pace {
  readonly #limits: PaceLimits;
  #paidUntil = -Infinity;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** Counts something that is stored at an instant (ms); returns the delay until the next may be (ms). */
  count(now: number): number {
    const { burst, intervalMs } = this.#limits;
    this.#paidUntil = Math.max(now, this.#paidUntil) + intervalMs;
    return Math.max(0, this.#paidUntil - now - burst * intervalMs);
  }
}
