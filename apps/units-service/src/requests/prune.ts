import { query } from '@trellis/database';
import type pg from 'pg';
import { pruneExpired } from './requests.sql.js';

/** How many requests one statement deletes. */
const batchSize = 1_000;

/** Deletes the requests that are past their retention. */
export async function pruneRequests(pool: pg.Pool): Promise<void> {
  let count = batchSize;
  while (count === batchSize) {
    count = (await query(pool, pruneExpired, [batchSize])).length;
  }
}
