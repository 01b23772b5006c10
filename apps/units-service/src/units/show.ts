import type { Handler } from '@trellis/contracts';
import { boundedOutcomes, query } from '@trellis/database';
import type pg from 'pg';
import { callerColumns } from '../batches/call-columns.js';
import { showUnitsByIds } from './show.sql.js';

export const showUnits: Handler<'units.show', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const ids = calls.map(({ input }) => input.ids.join('\n'));
  const rows = await query(pool, showUnitsByIds, [...callerColumns(calls), ids]);
  return boundedOutcomes(calls, rows, (row) => ({ units: row!.units }));
};
