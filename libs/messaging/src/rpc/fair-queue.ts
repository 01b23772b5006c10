/** How many items that were taken are kept before their memory is freed. */
const maxTaken = 1024;

/** A queue in which the owners of items take turns; the items of one owner keep their order. */
export class FairQueue<T> {
  /** The owner whose turn it is comes first. */
  readonly #byOwner = new Map<string, { items: T[]; next: number }>();

  get isEmpty(): boolean {
    return this.#byOwner.size === 0;
  }

  push(owner: string, item: T): void {
    const own = this.#byOwner.get(owner);
    if (own) own.items.push(item);
    else this.#byOwner.set(owner, { items: [item], next: 0 });
  }

  shift(): T | undefined {
    for (const [owner, own] of this.#byOwner) {
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
}
