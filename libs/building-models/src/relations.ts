import { prefixes } from './terms.js';

/** The meaning of a predicate as a link between units. */
export interface Relation {
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
