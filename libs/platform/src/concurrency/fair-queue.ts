/** Counts by name. A count of zero takes no memory. */
export interface Counts {
  of(name: string): number;
  add(name: string, number: number): void;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name, number) {
      const count = of(name) + number;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}

/** Number of removed items of one owner after which their memory is freed. */
const maxRemoved = 1024;

interface OwnerQueue<T> {
  items: T[];
  /** Index of the first item that is still queued. */
  next: number;
}

/** A queue that serves owners round-robin; the items of one owner keep their order. */
export class FairQueue<T> {
  /** The first owner is served next. */
  readonly #byOwner = new Map<string, OwnerQueue<T>>();

  get isEmpty(): boolean {
    return this.#byOwner.size === 0;
  }

  /** Returns the number of queued items of an owner. */
  countOf(owner: string): number {
    const own = this.#byOwner.get(owner);
    return own ? own.items.length - own.next : 0;
  }

  push(owner: string, item: T): void {
    const own = this.#byOwner.get(owner);
    if (own) own.items.push(item);
    else this.#byOwner.set(owner, { items: [item], next: 0 });
  }

  /** Removes and returns the next item. An owner that is skipped keeps its position. */
  shift(isAllowed: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, own] of this.#byOwner) {
      if (!isAllowed(owner)) continue;
      const item = own.items[own.next]!;
      own.next += 1;
      if (own.next === maxRemoved) {
        own.items.splice(0, maxRemoved);
        own.next = 0;
      }
      if (own.next === own.items.length) this.#byOwner.delete(owner);
      else if (this.#byOwner.size > 1) {
        this.#byOwner.delete(owner);
        this.#byOwner.set(owner, own);
      }
      return item;
    }
    return undefined;
  }

  /** Removes an item that is still queued. */
  remove(owner: string, item: T): void {
    const own = this.#byOwner.get(owner);
    const index = own?.items.indexOf(item, own.next) ?? -1;
    if (!own || index < 0) return;
    own.items.splice(index, 1);
    if (own.next === own.items.length) this.#byOwner.delete(owner);
  }
}
