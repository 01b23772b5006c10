import type { Handler } from '@trellis/contracts';
import { query, toPage } from '@trellis/database';
import type pg from 'pg';
import { rowsInOrder } from '../../sets/asked.js';
import { callColumns, pageColumns } from '../../visibility/call-columns.js';
import { noSuchUnit } from '../../visibility/units.js';
import { listPropertiesOf } from './list.sql.js';

/** The properties of units, in the order in which they were added. */
export const listProperties: Handler<'units.properties', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const { ids, developers, subjects } = callColumns(calls);
  const { after, max } = pageColumns(calls);
  const rows = await query(pool, listPropertiesOf, [ids, developers, subjects, after, max]);
  return rowsInOrder(calls, rows).map((row, index) =>
    row
      ? toPage(row.properties, calls[index]!.input.page, ({ name, value }) => ({ name, value }))
      : noSuchUnit(),
  );
};
