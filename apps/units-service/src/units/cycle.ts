export interface Link {
  parent: string;
  child: string;
}

/** The known links above some units, to which further ones are added. */
export class Ancestry {
  readonly #parents = new Map<string, Set<string>>();
  /** The units that have, or have had, children here. */
  readonly #inner = new Set<string>();

  constructor(links: Iterable<Link>) {
    for (const link of links) this.add(link);
  }

  add({ parent, child }: Link): void {
    const parents = this.#parents.get(child);
    if (parents) parents.add(parent);
    else this.#parents.set(child, new Set([parent]));
    this.#inner.add(parent);
  }

  /** Returns whether the link was known. */
  remove({ parent, child }: Link): boolean {
    return this.#parents.get(child)?.delete(parent) ?? false;
  }

  /**
   * Finds the shortest cycle that a link would close: from its child down to its parent and back to the child. Returns
   * undefined if it closes none.
   */
  findCycle({ parent, child }: Link): string[] | undefined {
    if (parent === child) return [child, child];
    if (!this.#inner.has(child)) return undefined;
    const cameFrom = this.#searchUpwards(parent, child);
    if (!cameFrom.has(child)) return undefined;
    const path = [child];
    for (let unit = child; unit !== parent;) {
      unit = cameFrom.get(unit)!;
      path.push(unit);
    }
    return [...path, child];
  }

  /** Searches breadth-first; returns for each reached unit the unit below it on the path. */
  #searchUpwards(from: string, to: string): Map<string, string> {
    const cameFrom = new Map<string, string>();
    let frontier = [from];
    while (frontier.length > 0 && !cameFrom.has(to)) {
      const next: string[] = [];
      for (const unit of frontier) {
        for (const above of this.#parents.get(unit) ?? []) {
          if (cameFrom.has(above)) continue;
          cameFrom.set(above, unit);
          next.push(above);
        }
      }
      frontier = next;
    }
    return cameFrom;
  }
}
