import {
  linksOfProperty,
  type Link,
  type ModelUnit,
  relationNames,
} from '@trellis/building-models';
import type { Caller } from '@trellis/contracts';
import type { Deadline } from '@trellis/database';
import type pg from 'pg';
import { compareUnits, type ComparedUnit } from '../import/compare.js';
import { nameOfLink } from './parts.js';

/** How many units and references are looked for at once. */
const atOnce = { units: 1_000, references: 5_000 };

interface Compared {
  units: Map<string, ComparedUnit | null>;
  hasLink(link: Link): boolean;
  /** Whether a thing is in a unit; undefined for one that the caller does not see. */
  findThing(unit: string, thing: string): boolean | undefined;
}

export interface Reading {
  pool: pg.Pool;
  caller: Caller;
  deadline: Deadline;
}

/** Reads what is stored of the units of a model, with those of the things `thingsOf` that are in them. */
export async function compareModel(
  reading: Reading,
  requested: readonly ModelUnit[],
  thingsOf: (unit: ModelUnit) => string[],
): Promise<Compared> {
  const { caller, deadline } = reading;
  const units = await findUnits(
    reading,
    requested.map(({ id }) => id),
  );
  const links = requested.flatMap((unit) => linksToCompare(unit, units.get(unit.id) ?? null));
  const things = requested.flatMap((unit) =>
    thingsOf(unit).map((thing) => ({ unit: unit.id, thing })),
  );
  const none = { caller, ids: [], values: [], links: [], things: [] };
  const present = new Set<string>();
  for (const part of partsOf(links, atOnce.references)) {
    const found = await compareUnits(reading, { ...none, links: part }, deadline);
    part.forEach((link, index) => found.links[index] && present.add(nameOfLink(link)));
  }
  const states = new Map<string, string>();
  for (const part of partsOf(things, atOnce.references)) {
    const found = await compareUnits(reading, { ...none, things: part }, deadline);
    part.forEach(({ unit, thing }, index) => states.set(`${thing} ${unit}`, found.things[index]!));
  }
  return {
    units,
    hasLink: (link) => present.has(nameOfLink(link)),
    findThing(unit, thing) {
      const state = states.get(`${thing} ${unit}`) ?? 'unknown';
      return state === 'unknown' ? undefined : state === 'present';
    },
  };
}

function* partsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Finds units by their ids in imports; null for one that does not exist. Ids may repeat. */
export async function findUnits(
  { pool, caller, deadline }: Reading,
  requested: readonly string[],
): Promise<Map<string, ComparedUnit | null>> {
  const ids = [...new Set(requested)];
  const found = new Map<string, ComparedUnit | null>();
  for (let start = 0; start < ids.length;) {
    const part = ids.slice(start, start + atOnce.units);
    const lines = { caller, ids: part, values: [...relationNames], links: [], things: [] };
    const { units, covered } = await compareUnits({ pool }, lines, deadline);
    units.forEach((unit, index) => found.set(part[index]!, unit));
    start += covered;
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
