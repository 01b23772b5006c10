/** A link between two units, by their keys. */
export interface Edge {
  parent: bigint;
  child: bigint;
}

/**
 * The shortest cycle that a link would close, given the links above its parent, which lead to its
 * child: from the child down to the parent and back to the child.
 */
export function findCycle(edges: Edge[], { parent, child }: Edge): bigint[] {
  const cameFrom = searchUpwards(edges, { from: parent, to: child });
  const path = [child];
  for (let unit = child; unit !== parent;) {
    unit = cameFrom.get(unit)!;
    path.push(unit);
  }
  return [...path, child];
}

/** Breadth-first search: for each unit that it reaches, the unit below from which it came. */
function searchUpwards(
  edges: Edge[],
  { from, to }: { from: bigint; to: bigint },
): Map<bigint, bigint> {
  const parentsOf = new Map<bigint, bigint[]>();
  for (const { parent, child } of edges) {
    parentsOf.set(child, [...(parentsOf.get(child) ?? []), parent]);
  }
  const cameFrom = new Map<bigint, bigint>();
  let frontier = [from];
  while (frontier.length > 0 && !cameFrom.has(to)) {
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
  return cameFrom;
}
