import {
  requireExpected,
  unitVersion,
  type Problem,
  type BatchedCall,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { firstDeadline, inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { rowsInOrder } from '../batches/calls.js';
import { callColumns } from '../batches/call-columns.js';
import { noSuchUnit } from '../visibility/units.js';
import { readStoredUnit } from './read.js';
import { removeUnits } from './remove.sql.js';
import { lockUnit } from './update.sql.js';

type Call = BatchedCall<Received<UnitsContract, 'units.remove'>>;
type Outcome = Problem | Record<never, never>;

/** Removes units and their links. Units with an expected version are locked and removed one by one. */
export const removeUnit: Handler<'units.remove', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const anyVersion = calls.filter(({ input }) => !input.expected);
  const removed = new Map<Call, Outcome>();
  if (anyVersion.length > 0) {
    const outcomes = await removeSet(pool, anyVersion);
    for (const [index, call] of anyVersion.entries()) removed.set(call, outcomes[index]!);
  }
  // One after another, so that a batch uses one connection.
  let last: Promise<unknown> = Promise.resolve();
  return calls.map((call) => {
    const outcome = removed.get(call);
    if (outcome) return outcome;
    const alone = last.then(() => removeExpected(pool, call));
    last = alone.catch(() => undefined);
    return alone;
  });
};

async function removeSet(db: pg.Pool | pg.PoolClient, calls: readonly Call[]): Promise<Outcome[]> {
  const values = [...callColumns(calls), entriesOf(calls)];
  const rows = await query(db, removeUnits, values, firstDeadline(calls));
  return rowsInOrder(calls, rows).map((row) => (row ? {} : noSuchUnit()));
}

/** Removes a unit that has one of the expected versions. */
const removeExpected = (pool: pg.Pool, call: Call) =>
  inTransaction(
    pool,
    async (db) => {
      const columns = callColumns([call]);
      const [unit] = await query(db, lockUnit, columns);
      if (!unit) throw noSuchUnit();
      requireExpected(unitVersion(await readStoredUnit(db, columns)), call.input.expected);
      const [outcome] = await removeSet(db, [call]);
      return outcome!;
    },
    call,
  );
