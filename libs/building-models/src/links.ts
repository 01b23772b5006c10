import { irisOf, type Node, newDescription } from './nodes.js';
import { unitIdOf, fromPropertyValue } from './property-values.js';
import { toCurie, prefixes } from './terms.js';

export interface Link {
  parent: string;
  child: string;
}

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

/** The meaning of a predicate as a link between units. */
interface Relation {
  /** Whether the subject is the parent of the object. */
  isDownward: boolean;
  /** Precedence: of two relations that would close a cycle, the one with the higher rank is not a link. */
  rank: number;
}

/** Pairs of inverse predicates by rank, the downward one first. */
const pairs = [
  ['brick:hasPart', 'brick:isPartOf'],
  ['rec:hasPart', 'rec:isPartOf'],
  ['rec:includes'],
  ['brick:isLocationOf', 'brick:hasLocation'],
  ['rec:isLocationOf', 'rec:locatedIn'],
  ['brick:feeds', 'brick:isFedBy'],
  ['rec:feeds', 'rec:isFedBy'],
  ['brick:hasSubMeter', 'brick:isSubMeterOf'],
] as const;

const iriOf = (name: string) => {
  const [prefix, local] = name.split(':') as [string, string];
  return prefixes[prefix]! + local;
};

export const relations: ReadonlyMap<string, Relation> = new Map(
  pairs.flatMap((pair, rank) =>
    pair.map((name, index) => [iriOf(name), { isDownward: index === 0, rank }] as const),
  ),
);

/** Predicates between units and points; `isDownward` if the subject is the unit. */
export const pointRelations: ReadonlyMap<string, { isDownward: boolean }> = new Map(
  ['brick', 'rec'].flatMap((vocabulary) =>
    ['hasPoint', 'isPointOf'].map(
      (name, index) => [iriOf(`${vocabulary}:${name}`), { isDownward: index === 0 }] as const,
    ),
  ),
);

/** Predicates that identify a point in other systems. */
export const identifiers = ['ref:hasTimeseriesId', 'brick:hasTimeseriesId'].map(iriOf);

/** Predicates and classes for units that did not come from a model. */
export const plainRelations = {
  brick: {
    isPartOf: iriOf('brick:isPartOf'),
    hasPoint: iriOf('brick:hasPoint'),
    point: iriOf('brick:Point'),
  },
  rec: {
    isPartOf: iriOf('rec:isPartOf'),
    hasPoint: iriOf('rec:hasPoint'),
    point: iriOf('brick:Point'),
  },
};

export const relationNames: readonly string[] = [...relations.keys()].map(toCurie);

const predicates = new Map(
  [...relations.keys()].map((predicate) => [toCurie(predicate), predicate]),
);

/** Returns the links that a property of a unit states, by the ids of units in imports. */
export function linksOfProperty(
  iri: string,
  { name, value }: { name: string; value: unknown },
): Link[] {
  const predicate = predicates.get(name);
  const values = predicate === undefined ? undefined : fromPropertyValue(value);
  if (predicate === undefined || !values) return [];
  const node = { iri, ...newDescription(), values: new Map([[predicate, values]]) };
  return statedLinks(node).map(({ parent, child }) => ({
    parent: unitIdOf(parent),
    child: unitIdOf(child),
  }));
}
