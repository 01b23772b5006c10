export interface Edge {
  parent: bigint;
  child: bigint;
}

/**
 * The shortest cycle that a link from `parent` to `child` would close, given the links above
 * `parent`: from `child` down to `parent` and back to `child`.
 */
export function findCycle(edges: Edge[], parent: bigint, child: bigint): bigint[] {
  const parentsOf = new Map<bigint, bigint[]>();
  for (const edge of edges) {
    parentsOf.set(edge.child, [...(parentsOf.get(edge.child) ?? []), edge.parent]);
  }
  const cameFrom = new Map<bigint, bigint>();
  let frontier = [parent];
  while (frontier.length > 0 && !cameFrom.has(child)) {
    const next: bigint[] = [];
    for (const unit of frontier) {
      for (const above of parentsOf.get(unit) ?? []) {
        if (cameFrom.has(above)) continue;
        cameFrom.set(above, unit);
        next.push(above);
      }
    }
    frontier = next;
  }
  const path = [child];
  for (let unit = child; unit !== parent;) {
    unit = cameFrom.get(unit)!;
    path.push(unit);
  }
  return [...path, child];
}
