import {
  type Link,
  linksOfProperty,
  type ModelUnit,
  type Point,
  relationNames,
} from '@trellis/building-models';
import { type Caller, type ComparedUnit, Problem } from '@trellis/contracts';
import type { Services } from '../operation.js';
import { pagesOf } from '@trellis/operations';

const referencesAtOnce = 5_000;
/** How many units one call compares that are only looked for. */
const unitsAtOnce = 100;

interface Compared {
  units: Map<string, ComparedUnit | null>;
  hasLink(link: Link): boolean;
  /** Whether a thing is in a unit; undefined for one that the caller does not see. */
  findThing(unit: string, thing: string): boolean | undefined;
}

const nameOf = ({ parent, child }: Link): string => JSON.stringify([parent, child]);

export async function compareUnits(
  units: Services['units'],
  caller: Caller,
  requested: readonly ModelUnit[],
  thingsOf: (unit: ModelUnit) => string[],
): Promise<Compared> {
  const none = { caller, ids: [], values: [], links: [], things: [] };
  const found = await readUnits(
    units,
    caller,
    requested.map(({ id }) => id),
  );
  const links = requested.flatMap((unit) => linksToCompare(unit, found.get(unit.id) ?? null));
  const present = new Set<string>();
  for (const part of partsOf(links, referencesAtOnce)) {
    const answer = await units('units.compare', { ...none, links: part });
    part.forEach((link, index) => answer.links[index] && present.add(nameOf(link)));
  }
  const things = requested.flatMap((unit) =>
    thingsOf(unit).map((thing) => ({ unit: unit.id, thing })),
  );
  const memberships = new Map<string, boolean>();
  for (const part of partsOf(things, referencesAtOnce)) {
    const answer = await units('units.compare', { ...none, things: part });
    part.forEach(({ unit, thing }, index) => {
      const state = answer.things[index]!;
      if (state !== 'unknown') memberships.set(`${thing} ${unit}`, state === 'present');
    });
  }
  return {
    units: found,
    hasLink: (link) => present.has(nameOf(link)),
    findThing: (unit, thing) => memberships.get(`${thing} ${unit}`),
  };
}

/** Finds units by their ids in imports; null for one that does not exist. Ids may repeat. */
export async function readUnits(
  units: Services['units'],
  caller: Caller,
  requested: readonly string[],
): Promise<Map<string, ComparedUnit | null>> {
  const ids = [...new Set(requested)];
  const found = new Map<string, ComparedUnit | null>();
  for (let start = 0; start < ids.length;) {
    const part = ids.slice(start, start + unitsAtOnce);
    const answer = await units('units.compare', {
      caller,
      ids: part,
      values: [...relationNames],
      links: [],
      things: [],
    });
    if (answer.covered < 1) throw new Error('An answer of `units.compare` covers no unit.');
    answer.units.forEach((unit, index) => found.set(part[index]!, unit));
    start += answer.covered;
  }
  return found;
}

/** Returns the links of a unit, and those that its properties stated before. */
function linksToCompare(unit: ModelUnit, known: ComparedUnit | null): Link[] {
  const { id, iri, parents, children } = unit;
  const stated = known?.properties.flatMap(({ name, value }) =>
    linksOfProperty(iri, { name, value }),
  );
  return [
    ...parents.map((parent) => ({ parent, child: id })),
    ...children.map((child) => ({ parent: id, child })),
    ...(stated ?? []),
  ];
}

export function* partsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

const maxThings = 20_000;
const pageSize = 1_000;

/**
 * The things of the caller by the titles that points have; a title that several things have names none.
 * Throws `invalid_request` when there are too many things.
 */
export async function findThingsByTitle(
  units: Services['units'],
  caller: Caller,
  points: readonly Point[],
): Promise<Map<string, string>> {
  const wanted = new Set(points.flatMap(({ titles }) => titles));
  const found = new Map<string, string | undefined>();
  if (wanted.size === 0) return new Map();
  let seen = 0;
  const pages = pagesOf((from) =>
    units('things.describe', { caller, page: { limit: pageSize, ...from } }),
  );
  for await (const things of pages) {
    for (const { id, title } of things) {
      if (wanted.has(title)) found.set(title, found.has(title) ? undefined : id);
    }
    seen += things.length;
    if (seen > maxThings) {
      throw new Problem('invalid_request', `\`match\` compares at most ${maxThings} things.`);
    }
  }
  return new Map([...found].flatMap(([title, id]) => (id === undefined ? [] : [[title, id]])));
}
