import { irisOf, type Node } from './nodes.js';
import { relations } from './relations.js';

export interface Link {
  parent: string;
  child: string;
}

/** A relation as the model states it. */
interface StatedLink extends Link {
  predicate: string;
  rank: number;
}

/** Maximum number of links to follow when searching for cycles in a model. */
const maxSteps = 5_000_000;

/** Returns the links that a node states, by the IRIs of parent and child. */
export function statedLinks(node: Node): StatedLink[] {
  return [...node.values.keys()].flatMap((predicate) => {
    const relation = relations.get(predicate);
    if (!relation) return [];
    const { isDownward, rank } = relation;
    return irisOf(node, predicate).map((other) =>
      isDownward
        ? { parent: node.iri, child: other, predicate, rank }
        : { parent: other, child: node.iri, predicate, rank },
    );
  });
}

/** Separates the links that would close a cycle from the others. Each link appears once. */
export function withoutCycles(stated: readonly StatedLink[]): {
  links: Link[];
  refused: StatedLink[];
} {
  const above = new Map<string, Set<string>>();
  const refused: StatedLink[] = [];
  const links: Link[] = [];
  let steps = 0;

  function isAbove(unit: string, start: string): boolean {
    const seen = new Set([start]);
    const open = [start];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === unit) return true;
      for (const parent of above.get(next) ?? []) {
        if ((steps += 1) > maxSteps) return true;
        if (!seen.has(parent)) open.push(parent);
        seen.add(parent);
      }
    }
    return false;
  }

  for (const link of stated.toSorted((one, other) => one.rank - other.rank)) {
    const { parent, child } = link;
    if (above.get(child)?.has(parent)) continue;
    if (isAbove(child, parent)) {
      refused.push(link);
      continue;
    }
    above.set(child, (above.get(child) ?? new Set()).add(parent));
    links.push({ parent, child });
  }
  return { links, refused };
}
