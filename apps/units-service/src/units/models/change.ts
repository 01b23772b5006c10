import { createHash } from 'node:crypto';
import {
  fromCurie,
  linksOfProperty,
  own,
  uuidIri,
  type Link,
  type ModelUnit,
} from '@trellis/building-models';
import type { ModelLine } from '../import/check-line.js';
import type { ComparedUnit } from '../import/compare.js';

/** The existing state of a unit of a model. */
export interface Present {
  /** The unit; null if it does not exist yet. */
  unit: ComparedUnit | null;
  hasLink(link: Link): boolean;
  hasThing(thing: string): boolean;
}

export interface MatchedUnit extends Omit<ModelUnit, 'points'> {
  things: string[];
}

export interface Change {
  outcome: 'created' | 'updated' | 'unchanged';
  line: ModelLine;
  links: { added: number; removed: number };
  properties: { added: number; changed: number; removed: number };
}

interface About extends Present {
  /** Whether what the model does not say any longer is removed. */
  replaces: boolean;
  isLinked(link: Link): boolean;
}

/** Returns the things of points, which are noted with them: `thingOf` finds the thing of a point. */
export function withThings(
  { points, ...unit }: ModelUnit,
  thingOf: (point: ModelUnit['points'][number]) => string | undefined,
): MatchedUnit {
  const found = new Map(
    points.flatMap((point) => {
      const thing = thingOf(point);
      return thing === undefined ? [] : [[point.property, thing] as const];
    }),
  );
  return {
    ...unit,
    things: [...new Set(found.values())],
    properties: unit.properties.map(({ name, value }) => {
      const thing = found.get(name);
      if (thing === undefined) return { name, value };
      return { name, value: { ...(value as object), [own.thing]: [{ '@id': uuidIri(thing) }] } };
    }),
  };
}

/** Finds out what the import of a unit changes; a pure function. */
export function findChange(unit: MatchedUnit, about: About): Change {
  const { id, iri, name, type, properties, parents, children, things } = unit;
  const known = new Map(about.unit?.properties.map((property) => [property.name, property]));
  const changed = properties.filter((property) => {
    const present = known.get(property.name);
    return present !== undefined && present.digest !== digestOf(property.value);
  });
  const added = properties.filter((property) => !known.has(property.name));
  const removed = about.unit ? findRemoved(iri, properties, about) : { names: [], links: [] };
  const newParents = parents.filter((parent) => !about.hasLink({ parent, child: id }));
  const newChildren = children.filter((child) => !about.hasLink({ parent: id, child }));
  const newThings = things.filter((thing) => !about.hasThing(thing));
  const parts = [changed, added, removed.names, removed.links, newParents, newChildren, newThings];
  const isRenamed = about.unit?.name !== name || about.unit.type !== type;
  const isChanged = isRenamed || parts.some((part) => part.length > 0);
  return {
    outcome: !about.unit ? 'created' : isChanged ? 'updated' : 'unchanged',
    line: {
      id,
      name,
      type,
      properties: [...changed, ...added],
      parents: newParents,
      children: newChildren,
      things: newThings,
      removed: {
        properties: removed.names,
        parents: removed.links.flatMap(({ parent, child }) => (child === id ? parent : [])),
        children: removed.links.flatMap(({ parent, child }) => (parent === id ? child : [])),
      },
    },
    links: { added: newParents.length + newChildren.length, removed: removed.links.length },
    properties: { added: added.length, changed: changed.length, removed: removed.names.length },
  };
}

/** Returns the statements of a unit that its model no longer makes. */
function findRemoved(
  iri: string,
  properties: ModelUnit['properties'],
  { unit, replaces, isLinked, hasLink }: About,
): { names: string[]; links: Link[] } {
  const stated = new Set(properties.map(({ name }) => name));
  const names = replaces
    ? unit!.properties.flatMap(({ name }) => (isStatement(name) && !stated.has(name) ? name : []))
    : [];
  const gone = new Set(names);
  const links = unit!.properties
    .filter(({ name }) => stated.has(name) || gone.has(name))
    .flatMap(({ name, value }) => linksOfProperty(iri, { name, value }))
    .filter((link) => !isLinked(link));
  return { names, links: links.filter(hasLink) };
}

/** Returns whether the name of a property is a predicate or a node. */
const isStatement = (name: string): boolean => fromCurie(name) !== undefined;

const digestOf = (value: unknown): string =>
  createHash('md5').update(JSON.stringify(value)).digest('hex');
