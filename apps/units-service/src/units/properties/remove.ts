import type { Handler } from '@trellis/contracts';
import { boundedOutcomes, firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../../audit/record.js';
import { callColumns } from '../../visibility/call-columns.js';
import { nameColumn, propertyOf } from './row.js';
import { removeProperties } from './write.sql.js';

/** Removes properties and answers them as they were. */
export const removeProperty: Handler<'units.remove_property', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const { ids, developers, subjects } = callColumns(calls);
  const names = nameColumn(calls);
  const rows = await query(
    pool,
    removeProperties,
    [ids, developers, subjects, names, entriesOf(calls)],
    firstDeadline(calls),
  );
  return boundedOutcomes(calls, rows, (row, { name }) => propertyOf(row, name));
};
