import {
  Problem,
  type CallInSet,
  type Handler,
  type Received,
  type UnitProperty,
  type UnitsContract,
} from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { toRounds } from '../sets/rounds.js';
import { callColumns } from '../visibility/call-columns.js';
import { createUnits } from './create.sql.js';
import type { JsonLdProcessor } from './json-ld/processor.js';
import { writeChecked } from './json-ld/write-checked.js';

interface Needs {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
}

type Call = CallInSet<Received<UnitsContract, 'units.create'>>;

/** Creates units without references. A repeated call with the same id changes nothing. */
export const createUnit: Handler<'units.create', Needs> = async ({ pool, jsonLd }, calls) =>
  writeChecked(jsonLd, calls, {
    refuse: ({ properties }) => findRepeatedName(properties),
    valuesOf: ({ properties }) =>
      properties.map(({ value }, index) => ({ value, pointer: `/properties/${index}/value` })),
    async write(calls) {
      await insertUnits(pool, calls);
      return calls.map(({ input: { id } }) => ({ id }));
    },
  });

async function insertUnits(pool: pg.Pool, calls: readonly Call[]): Promise<void> {
  // A job that was delivered twice may repeat a call.
  const [units = []] = toRounds(calls, ({ input }) => input.id.toLowerCase());
  const properties = units.flatMap(({ input: { id, properties } }) =>
    properties.map(({ name, value }) => ({ id, name, value: JSON.stringify(value) })),
  );
  const { developers, subjects } = callColumns(units);
  await query(
    pool,
    createUnits,
    [
      units.map(({ input }) => input.id),
      developers,
      subjects,
      units.map(({ input }) => input.name),
      units.map(({ input }) => input.type),
      properties.map(({ id }) => id),
      properties.map(({ name }) => name),
      properties.map(({ value }) => value),
    ],
    firstDeadline(calls),
  );
}

/** The problem of properties of which two have the same name. */
export function findRepeatedName(properties: readonly UnitProperty[]): Problem | undefined {
  const names = new Set<string>();
  for (const [index, { name }] of properties.entries()) {
    if (names.has(name)) {
      const detail = 'Another property of the unit has this name.';
      const pointer = `/properties/${index}/name`;
      return new Problem('invalid_request', detail, { errors: [{ pointer, detail }] });
    }
    names.add(name);
  }
  return undefined;
}
