/** How long changes of the registries are gathered: whoever adds an entity adds many (ms). */
const gatherMs = 500;

/** When the registries are read: at once for the first time, then after changes, and not too often. */
export class Readings {
  readonly #intervalMs: number;
  #begunAt = -Infinity;
  /** An instant by `performance.now()`; Infinity while there is no reason to read. */
  dueAt = Infinity;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  request(now: number): void {
    const isFirst = this.#begunAt === -Infinity;
    const earliest = isFirst ? now : Math.max(now + gatherMs, this.#begunAt + this.#intervalMs);
    this.dueAt = Math.min(this.dueAt, earliest);
  }

  begin(now: number): void {
    this.#begunAt = now;
    this.dueAt = Infinity;
  }
}
