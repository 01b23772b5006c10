/** A change at a device, and how long it took until whoever follows knew it, or a later one. */
interface Change {
  home: number;
  /** By `performance.now()`. */
  sentAt: number;
  tookMs?: number;
}

/**
 * The times from changes at devices to those who follow them. The values are whole numbers that grow, so that each
 * names its change. What is overtaken by a later change of the same device counts as known with that.
 */
export class ChangeTimes {
  readonly #changes: Change[] = [];
  /** Of each home the values that are not known yet, in order. */
  readonly #waiting = new Map<number, number[]>();

  /** Begins a change; returns its value. */
  begin(home: number): number {
    const value = this.#changes.length;
    this.#changes.push({ home, sentAt: performance.now() });
    const waiting = this.#waiting.get(home);
    if (waiting) waiting.push(value);
    else this.#waiting.set(home, [value]);
    return value;
  }

  /** Ends a change and those of its device before it. */
  end(value: number): void {
    const home = this.#changes[value]?.home;
    const waiting = home === undefined ? undefined : this.#waiting.get(home);
    if (home === undefined || !waiting) return;
    const now = performance.now();
    const isKnown = (one: number) => one <= value;
    for (const one of waiting.filter(isKnown)) {
      this.#changes[one]!.tookMs = now - this.#changes[one]!.sentAt;
    }
    const later = waiting.filter((one) => !isKnown(one));
    if (later.length > 0) this.#waiting.set(home, later);
    else this.#waiting.delete(home);
  }

  /** How many homes have a change that is not known yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** How long the changes took that began since an instant of `performance.now()`, those that are known (ms). */
  since(instant: number): number[] {
    return this.#changes.flatMap(({ sentAt, tookMs }) =>
      sentAt >= instant && tookMs !== undefined ? [tookMs] : [],
    );
  }
}
