/** Disjoint sets of keys (union-find). */
export class DisjointSets {
  readonly #parents = new Map<string, string>();

  /** Returns the key that represents the set of a key. */
  find(key: string): string {
    const path: string[] = [];
    let root = key;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) {
      path.push(root);
      root = next;
    }
    // Path compression: the next search for any of them takes one step.
    for (const passed of path) this.#parents.set(passed, root);
    return root;
  }

  union([first, ...rest]: string[]): void {
    if (first === undefined) return;
    for (const key of rest) {
      const [a, b] = [this.find(first), this.find(key)];
      if (a !== b) this.#parents.set(b, a);
    }
  }
}
