import type { Handler } from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../../audit/record.js';
import { rowsInOrder } from '../../batches/calls.js';
import { callColumns } from '../../batches/call-columns.js';
import { noSuchUnit } from '../../visibility/units.js';
import { addSubjects } from './add.sql.js';

/** Links subjects to units, unless they are linked already. */
export const addSubject: Handler<'units.add_subject', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const added = calls.map(({ input }) => input.subject);
  const rows = await query(
    pool,
    addSubjects,
    [...callColumns(calls), added, entriesOf(calls)],
    firstDeadline(calls),
  );
  return rowsInOrder(calls, rows).map((row) => (row ? {} : noSuchUnit()));
};
