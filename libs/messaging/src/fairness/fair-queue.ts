/** How many items that were taken are kept before their memory is freed. */
const maxTaken = 1024;

interface Own<T> {
  items: T[];
  /** Where the items begin that have not been taken. */
  next: number;
}

/** A queue in which the owners of items take turns; the items of one owner keep their order. */
export class FairQueue<T> {
  /** The owner whose turn it is comes first. */
  readonly #byOwner = new Map<string, Own<T>>();

  get isEmpty(): boolean {
    return this.#byOwner.size === 0;
  }

  /** How many items of an owner wait. */
  countOf(owner: string): number {
    const own = this.#byOwner.get(owner);
    return own ? own.items.length - own.next : 0;
  }

  push(owner: string, item: T): void {
    const own = this.#byOwner.get(owner);
    if (own) own.items.push(item);
    else this.#byOwner.set(owner, { items: [item], next: 0 });
  }

  /** Takes the next item; owners of whom none may be taken keep their place. */
  shift(mayTake: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, own] of this.#byOwner) {
      if (!mayTake(owner)) continue;
      const item = own.items[own.next]!;
      own.next += 1;
      if (own.next === maxTaken) {
        own.items.splice(0, maxTaken);
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

  /** Removes an item that waits. */
  remove(owner: string, item: T): void {
    const own = this.#byOwner.get(owner);
    const index = own?.items.indexOf(item, own.next) ?? -1;
    if (!own || index < 0) return;
    own.items.splice(index, 1);
    if (own.next === own.items.length) this.#byOwner.delete(owner);
  }
}
