import {
  Problem,
  type BatchedCall,
  type Handler,
  type QuotaLimits,
  type Received,
  type UnitProperty,
  type UnitsContract,
} from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { refusalsOf, refuseProperties } from '../quotas/refuse.js';
import { toRounds } from '../batches/rounds.js';
import { callerColumns } from '../batches/call-columns.js';
import { createUnits } from './create.sql.js';
import type { JsonLdProcessor } from './json-ld/processor.js';
import { writeChecked } from './json-ld/write-checked.js';

interface Needs {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
  quotas: QuotaLimits<'units'>;
}

type Call = BatchedCall<Received<UnitsContract, 'units.create'>>;

/** Creates units without references. A repeated call with the same id changes nothing. */
export const createUnit: Handler<'units.create', Needs> = async (needs, calls) =>
  writeChecked(needs.jsonLd, calls, {
    refuse: ({ properties }) =>
      findRepeatedName(properties) ??
      refuseProperties(needs.quotas, { properties: 0, bytes: 0 }, properties),
    valuesOf: ({ properties }) =>
      properties.map(({ value }, index) => ({ value, pointer: `/properties/${index}/value` })),
    async write(calls) {
      const refusals = await insertUnits(needs, calls);
      return calls.map((call) => refusals.get(idOf(call)) ?? { id: call.input.id });
    },
  });

const idOf = ({ input }: Call) => input.id.toLowerCase();

/** Creates units; returns the problems of those that were refused, by their ids. */
async function insertUnits(
  { pool, quotas }: Needs,
  calls: readonly Call[],
): Promise<Map<string, Problem>> {
  // A job that was delivered twice may repeat a call.
  const [units = []] = toRounds(calls, idOf);
  const positions = new Map(units.map((call, index) => [idOf(call), index + 1]));
  const properties = units.flatMap(({ input: { id, properties } }) =>
    properties.map(({ name, value }) => ({ id, name, value: JSON.stringify(value) })),
  );
  const refused = await query(
    pool,
    createUnits,
    [
      units.map(({ input }) => input.id),
      ...callerColumns(units),
      units.map(({ input }) => input.name),
      units.map(({ input }) => input.type),
      properties.map(({ id }) => id),
      properties.map(({ name }) => name),
      properties.map(({ value }) => value),
      quotas.units,
      entriesOf(calls, (call) => positions.get(idOf(call))!),
    ],
    firstDeadline(calls),
  );
  const refusals = refusalsOf('units', quotas, refused);
  return new Map([...refusals].map(([index, problem]) => [idOf(units[index]!), problem]));
}

/** Returns the problem of properties with the same name, if any. */
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
