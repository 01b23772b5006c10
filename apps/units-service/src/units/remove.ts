import type { Handler } from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { rowsInOrder } from '../sets/asked.js';
import { callColumns } from '../visibility/call-columns.js';
import { noSuchUnit } from '../visibility/units.js';
import { removeUnits } from './remove.sql.js';

/** Removes units and their links; what they were linked to stays. */
export const removeUnit: Handler<'units.remove', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const { ids, developers, subjects } = callColumns(calls);
  const values = [ids, developers, subjects, entriesOf(calls)];
  const rows = await query(pool, removeUnits, values, firstDeadline(calls));
  return rowsInOrder(calls, rows).map((row) => (row ? {} : noSuchUnit()));
};
