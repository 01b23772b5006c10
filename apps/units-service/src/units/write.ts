import {
  Problem,
  requireExpected,
  unitVersion,
  type BatchedCall,
  type Handler,
  type QuotaLimits,
  type Received,
  type UnitProperty,
  type UnitsContract,
} from '@trellis/contracts';
import { columnsOf, firstDeadline, inTransaction, inTurn, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns, callerColumns, oneByOne, rowsInOrder, toRounds } from '../batches/calls.js';
import { refusalsOf, refuseProperties } from '../quotas/quotas.js';
import { noSuchUnit } from '../visibility/rules.js';
import { checkAllJsonLd } from './json-ld/check.js';
import type { JsonLdProcessor } from './json-ld/processor.js';
import { writeChecked } from './json-ld/write-checked.js';
import { readStoredUnit } from './read.js';
import {
  clearProperties,
  createUnits,
  fillProperties,
  lockUnit,
  removeUnits,
  storeUnit,
} from './write.sql.js';

interface Needs {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
  quotas: QuotaLimits<'units'>;
}

type CreateCall = BatchedCall<Received<UnitsContract, 'units.create'>>;

/** Creates units without references. A repeated call with the same id changes nothing. */
export const createUnit: Handler<'units.create', Needs> = async (needs, calls) =>
  writeChecked(needs.jsonLd, calls, {
    refuse: ({ properties }) => refuseNew(needs.quotas, properties),
    valuesOf: ({ properties }) => withPointers(properties),
    async write(calls) {
      const refusals = await insertUnits(needs, calls);
      return calls.map((call) => refusals.get(idOf(call)) ?? { id: call.input.id });
    },
  });

const idOf = ({ input }: CreateCall) => input.id.toLowerCase();

/** Creates units; returns the problems of those that were refused, by their ids. */
async function insertUnits(
  { pool, quotas }: Needs,
  calls: readonly CreateCall[],
): Promise<Map<string, Problem>> {
  // A job that was delivered twice may repeat a call.
  const [units = []] = toRounds(calls, idOf);
  const positions = new Map(units.map((call, index) => [idOf(call), index + 1]));
  const inputs = units.map(({ input }) => input);
  const properties = inputs.flatMap(({ id, properties }) =>
    properties.map(({ name, value }) => ({ id, name, value: JSON.stringify(value) })),
  );
  const values = [
    ...columnsOf(inputs, 'id'),
    ...callerColumns(units),
    ...columnsOf(inputs, 'name', 'type'),
    ...columnsOf(properties, 'id', 'name', 'value'),
    quotas.units,
    entriesOf(calls, (call) => positions.get(idOf(call))!),
  ];
  const refused = await query(pool, createUnits, values, firstDeadline(calls));
  const refusals = refusalsOf('units', quotas, refused);
  return new Map([...refusals].map(([index, problem]) => [idOf(units[index]!), problem]));
}

/** Changes the given members of a unit: name, type, and all properties. */
export const updateUnit: Handler<'units.update', Needs> = async (
  { pool, jsonLd, quotas },
  input,
  deadline,
) => {
  const { name, type, properties, caller, expected, audit } = input;
  const refusal = refuseNew(quotas, properties ?? []);
  if (refusal) throw refusal;
  const origin = { developer: caller.developer, ...deadline };
  await checkAllJsonLd(jsonLd, withPointers(properties ?? []), origin);
  const update = async (db: pg.PoolClient) => {
    const columns = callColumns([{ input, ...deadline }]);
    const [unit] = await query(db, lockUnit, columns);
    if (!unit) throw noSuchUnit();
    if (expected) requireExpected(unitVersion(await readStoredUnit(db, columns)), expected);
    const entries = entriesOf([{ input: { audit } }]);
    await query(db, storeUnit, [unit.key, name ?? null, type ?? null, entries]);
    if (properties) {
      const values = properties.map(({ value }) => JSON.stringify(value));
      await query(db, clearProperties, [unit.key]);
      await query(db, fillProperties, [unit.key, ...columnsOf(properties, 'name'), values]);
    }
    return { version: unitVersion(await readStoredUnit(db, columns)) };
  };
  const lock = `${caller.developer} ${input.id}`;
  return inTurn(lock, deadline, () => inTransaction(pool, update, deadline));
};

/** Returns the problem of the properties of a unit that has no others: repeated names, or too many for its quotas. */
const refuseNew = (quotas: QuotaLimits<'units'>, properties: readonly UnitProperty[]) =>
  findRepeatedName(properties) ?? refuseProperties(quotas, { properties: 0, bytes: 0 }, properties);

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

/** Returns the values of properties with their locations in a body (JSON Pointer, RFC 6901). */
export const withPointers = (properties: readonly UnitProperty[]) =>
  properties.map(({ value }, index) => ({ value, pointer: `/properties/${index}/value` }));

type RemoveCall = BatchedCall<Received<UnitsContract, 'units.remove'>>;
type Outcome = Problem | Record<never, never>;

/** Removes units and their links. Units with an expected version are locked and removed one by one. */
export const removeUnit: Handler<'units.remove', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const anyVersion = calls.filter(({ input }) => !input.expected);
  const outcomes = anyVersion.length > 0 ? await removeBatch(pool, anyVersion) : [];
  const removed = new Map(anyVersion.map((call, index) => [call, outcomes[index]!]));
  const afterOthers = oneByOne();
  return calls.map((call) => removed.get(call) ?? afterOthers(() => removeExpected(pool, call)));
};

async function removeBatch(
  db: pg.Pool | pg.PoolClient,
  calls: readonly RemoveCall[],
): Promise<Outcome[]> {
  const values = [...callColumns(calls), entriesOf(calls)];
  const rows = await query(db, removeUnits, values, firstDeadline(calls));
  return rowsInOrder(calls, rows).map((row) => (row ? {} : noSuchUnit()));
}

/** Removes a unit that has one of the expected versions. */
function removeExpected(pool: pg.Pool, call: RemoveCall): Promise<Outcome> {
  const remove = async (db: pg.PoolClient) => {
    const columns = callColumns([call]);
    const [unit] = await query(db, lockUnit, columns);
    if (!unit) throw noSuchUnit();
    requireExpected(unitVersion(await readStoredUnit(db, columns)), call.input.expected);
    const [outcome] = await removeBatch(db, [call]);
    return outcome!;
  };
  return inTransaction(pool, remove, call);
}
