import { classOfType, kindOfClass, type Vocabulary } from './classify.js';
import type { Description, Node, Value } from './nodes.js';
import { localNameOf, prefixes } from './terms.js';

/** Classes with different names in the two vocabularies. All others have the same name in both. */
const classPairs = [
  ['Floor', 'Level'],
  ['Storey', 'Level'],
  ['HVAC_Zone', 'HVACZone'],
  ['Location', 'Space'],
] as const;
const predicatePairs = [
  ['hasPart', 'hasPart'],
  ['isPartOf', 'isPartOf'],
  ['hasLocation', 'locatedIn'],
  ['isLocationOf', 'isLocationOf'],
  ['feeds', 'feeds'],
  ['isFedBy', 'isFedBy'],
  ['hasPoint', 'hasPoint'],
  ['isPointOf', 'isPointOf'],
] as const;

const { brick, rec } = prefixes as { brick: string; rec: string };

const predicates: Record<Vocabulary, ReadonlyMap<string, string>> = {
  brick: new Map(predicatePairs.map(([one, other]) => [rec + other, brick + one])),
  rec: new Map(predicatePairs.map(([one, other]) => [brick + one, rec + other])),
};
const classes: Record<Vocabulary, ReadonlyMap<string, string>> = {
  brick: new Map(classPairs.toReversed().map(([one, other]) => [rec + other, brick + one])),
  rec: new Map(classPairs.map(([one, other]) => [brick + one, rec + other])),
};

/** Replaces classes and relations by their equivalents in a vocabulary. */
export function translate<Of extends Node | Description>(node: Of, vocabulary: Vocabulary): Of {
  const values = new Map<string, Value[]>();
  for (const [predicate, listed] of node.values) {
    const name = predicates[vocabulary].get(predicate) ?? predicate;
    const known = values.get(name) ?? [];
    const isNew = (value: Value) => !known.some((other) => isSame(value, other));
    values.set(name, [...known, ...listed.filter(isNew)]);
  }
  return { ...node, types: [...new Set(node.types.map(toClass))], values };

  function toClass(iri: string): string {
    const known = classes[vocabulary].get(iri);
    if (known !== undefined) return known;
    const kind = kindOfClass(iri);
    if (kind === undefined || kind === 'point' || iri.startsWith(prefixes[vocabulary]!)) return iri;
    return classOfType(localNameOf(iri), vocabulary) ?? iri;
  }
}

const isSame = (one: Value, other: Value): boolean =>
  'iri' in one && 'iri' in other && one.iri === other.iri;
