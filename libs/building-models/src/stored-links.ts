import { statedLinks, type Link } from './links.js';
import { newDescription } from './nodes.js';
import { unitIdOf } from './property-names.js';
import { fromPropertyValue } from './property-values.js';
import { relations } from './relations.js';
import { toCurie } from './terms.js';

/** Names of unit properties that are relations between units. */
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
