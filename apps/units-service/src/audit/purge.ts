import { query } from '@trellis/database';
import type pg from 'pg';
import { deleteOldestEntries } from './purge.sql.js';
import { leastIdAt } from './time.js';

const dayMs = 24 * 60 * 60_000;

/** The maximum number of entries that one statement deletes. */
const batchSize = 10_000;

export async function purgeAudit(pool: pg.Pool, days: number): Promise<void> {
  const end = leastIdAt(Date.now() - days * dayMs);
  let count = batchSize;
  while (count === batchSize) {
    count = (await query(pool, deleteOldestEntries, [end, batchSize]))[0]!.count;
  }
}
