import type { Handler } from '@trellis/contracts';
import { boundedOutcomes, query, toPage } from '@trellis/database';
import type pg from 'pg';
import { callColumns, pageColumns } from '../../batches/call-columns.js';
import { noSuchUnit } from '../../visibility/units.js';
import { listPropertiesOf } from './list.sql.js';

export const listProperties: Handler<'units.properties', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const rows = await query(pool, listPropertiesOf, [...callColumns(calls), ...pageColumns(calls)]);
  return boundedOutcomes(calls, rows, (row, { page }) =>
    row ? toPage(row.properties, page, ({ name, value }) => ({ name, value })) : noSuchUnit(),
  );
};
