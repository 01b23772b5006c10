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

/** How many units are compared at once that are only looked for. */
const unitsAtOnce = 1_000;

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
  const references = { caller, ids: [], values: [], links, things };
  const found = await compareUnits(reading, references, deadline);
  const present = new Set(links.filter((_link, index) => found.links[index]).map(nameOf));
  const states = new Map(
    things.map(({ unit, thing }, index) => [`${thing} ${unit}`, found.things[index]]),
  );
  return {
    units,
    hasLink: (link) => present.has(nameOf(link)),
    findThing(unit, thing) {
      const state = states.get(`${thing} ${unit}`) ?? 'unknown';
      return state === 'unknown' ? undefined : state === 'present';
    },
  };
}

const nameOf = ({ parent, child }: Link): string => JSON.stringify([parent, child]);

/** Finds units by their ids in imports; null for one that does not exist. Ids may repeat. */
export async function findUnits(
  { pool, caller, deadline }: Reading,
  requested: readonly string[],
): Promise<Map<string, ComparedUnit | null>> {
  const ids = [...new Set(requested)];
  const found = new Map<string, ComparedUnit | null>();
  for (let start = 0; start < ids.length;) {
    const part = ids.slice(start, start + unitsAtOnce);
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
