import { prefixes } from './terms.js';

/** How a statement links two units. */
export interface Relation {
  /** Whether the subject of the statement is the parent of its object. */
  isDownward: boolean;
  /** Relations of a lower rank come first: of two that would close a cycle, the later one is no link. */
  rank: number;
}

/** Pairs of inverse predicates, the downward one first, in the order of their ranks. */
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

/** The predicates by which points belong to units, and whether their subject is the unit. */
export const pointRelations: ReadonlyMap<string, { isDownward: boolean }> = new Map(
  ['brick', 'rec'].flatMap((vocabulary) =>
    ['hasPoint', 'isPointOf'].map(
      (name, index) => [iriOf(`${vocabulary}:${name}`), { isDownward: index === 0 }] as const,
    ),
  ),
);

/** What identifies a point elsewhere. */
export const identifiers = ['ref:hasTimeseriesId', 'brick:hasTimeseriesId'].map(iriOf);

/** What units of Trellis are written with when no model has named it otherwise. */
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
