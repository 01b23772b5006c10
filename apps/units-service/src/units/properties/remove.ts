import {
  deferred,
  type BatchedCall,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { boundedOutcomes, firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../../audit/record.js';
import { callColumns } from '../../batches/call-columns.js';
import { changedMeanwhile, expectedColumn, findRepeated } from './repeated.js';
import { nameColumn, propertyOf } from './row.js';
import { removeProperties } from './write.sql.js';

/** Removes properties and returns them; an expected version must match. */
export const removeProperty: Handler<'units.remove_property', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const repeated = findRepeated(calls, ({ name }) => name);
  const first = calls.filter((call) => !repeated.has(call));
  const removed = (await removeSet(pool, first))[Symbol.iterator]();
  return calls.map((call) => (repeated.has(call) ? deferred : removed.next().value!));
};

type Call = BatchedCall<Received<UnitsContract, 'units.remove_property'>>;

async function removeSet(pool: pg.Pool, calls: readonly Call[]) {
  const columns = [...callColumns(calls), nameColumn(calls), expectedColumn(calls)];
  const rows = await query(
    pool,
    removeProperties,
    [...columns, entriesOf(calls)],
    firstDeadline(calls),
  );
  return boundedOutcomes(calls, rows, (row, { name, expected }) =>
    expected && row?.value === null ? changedMeanwhile() : propertyOf(row, name),
  );
}
