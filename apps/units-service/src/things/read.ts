import type { Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { rowsInOrder } from '../sets/asked.js';
import { callColumns } from '../visibility/call-columns.js';
import { noSuchThing } from '../visibility/things.js';
import { readThings } from './read.sql.js';
import { toThing } from './row.js';

export const readThing: Handler<'things.read', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const { ids, developers, subjects } = callColumns(calls);
  const rows = await query(pool, readThings, [ids, developers, subjects]);
  return rowsInOrder(calls, rows).map((row) => (row ? toThing(row) : noSuchThing()));
};
