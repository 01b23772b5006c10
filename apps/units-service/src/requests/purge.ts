import { query } from '@trellis/database';
import type pg from 'pg';
import { purgeExpired } from './requests.sql.js';

/** The maximum number of requests that one statement deletes. */
const batchSize = 1_000;

export async function purgeRequests(pool: pg.Pool): Promise<void> {
  let count = batchSize;
  while (count === batchSize) {
    count = (await query(pool, purgeExpired, [batchSize])).length;
  }
}
