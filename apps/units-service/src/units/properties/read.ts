import type { Handler } from '@trellis/contracts';
import { boundedOutcomes, queryBounded } from '@trellis/database';
import type pg from 'pg';
import { callColumns } from '../../batches/call-columns.js';
import { readPropertyOf } from './read.sql.js';
import { nameColumn, propertyOf } from './row.js';

export const readProperty: Handler<'units.property', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const names = nameColumn(calls);
  const values = [...callColumns(calls), names];
  const rows = await queryBounded(pool, readPropertyOf, calls, values);
  return boundedOutcomes(calls, rows, (row, { name }) => propertyOf(row, name));
};
