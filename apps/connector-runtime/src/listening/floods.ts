/** How often a device may report, and how a device that reports more often is treated. */
export interface FloodLimits {
  /** The most reports of a device within a window. */
  maxReports: number;
  windowMs: number;
  /** How often the latest values of a flooding device are stored (ms). */
  storeEveryMs: number;
}

export const floodLimits: FloodLimits = { maxReports: 300, windowMs: 30_000, storeEveryMs: 10_000 };

/** Detects the devices of one client that report too often, by counting in windows of a fixed length. */
export class Floods {
  readonly #limits: FloodLimits;
  #windowEnds = -Infinity;
  #counts = new Map<string, number>();
  #flooding = new Set<string>();
  readonly #storedAt = new Map<string, number>();

  constructor(limits: FloodLimits) {
    this.#limits = limits;
  }

  /** Counts a report; `now` is an instant in ms. */
  count(device: string, now: number): void {
    if (now >= this.#windowEnds) this.#beginWindow(now);
    const count = (this.#counts.get(device) ?? 0) + 1;
    this.#counts.set(device, count);
    if (count > this.#limits.maxReports) this.#flooding.add(device);
  }

  /** A device that stayed within the limit for a whole window no longer floods. */
  #beginWindow(now: number): void {
    const { maxReports, windowMs } = this.#limits;
    const isLate = now >= this.#windowEnds + windowMs;
    const before = this.#counts;
    this.#counts = new Map();
    this.#windowEnds = now + windowMs;
    for (const device of this.#flooding) {
      if (!isLate && (before.get(device) ?? 0) > maxReports) continue;
      this.#flooding.delete(device);
      this.#storedAt.delete(device);
    }
  }

  /** Returns the devices that flood. */
  flooding(now: number): string[] {
    if (now >= this.#windowEnds) this.#beginWindow(now);
    return [...this.#flooding].sort();
  }

  isFlooding(device: string): boolean {
    return this.#flooding.has(device);
  }

  /** Returns whether the values of a device may be stored now. If so they count as stored. */
  mayStore(device: string, now: number): boolean {
    if (!this.isFlooding(device)) return true;
    const storedAt = this.#storedAt.get(device) ?? -Infinity;
    if (now - storedAt < this.#limits.storeEveryMs) return false;
    this.#storedAt.set(device, now);
    return true;
  }
}
