/** The debounce time for changes of the registries, which come in bursts (ms). */
const debounceMs = 500;

/** The schedule for reading the registries: immediately at first, then after changes, at a limited rate. */
export class Readings {
  readonly #intervalMs: number;
  #begunAt = -Infinity;
  /** When to read (by `performance.now()`); Infinity while there is no reason. */
  dueAt = Infinity;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  request(now: number): void {
    const isFirst = this.#begunAt === -Infinity;
    const earliest = isFirst ? now : Math.max(now + debounceMs, this.#begunAt + this.#intervalMs);
    this.dueAt = Math.min(this.dueAt, earliest);
  }

  begin(now: number): void {
    this.#begunAt = now;
    this.dueAt = Infinity;
  }
}
