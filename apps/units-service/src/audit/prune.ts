import { query } from '@trellis/database';
import type pg from 'pg';
import { deleteOldest } from './prune.sql.js';
import { leastIdAt } from './time.js';

const dayMs = 24 * 60 * 60_000;

/** How many entries one statement deletes. */
const batchSize = 10_000;

/** Deletes the entries that are older than the given number of days. */
export async function pruneAudit(pool: pg.Pool, days: number): Promise<void> {
  const end = leastIdAt(Date.now() - days * dayMs);
  let count = batchSize;
  while (count === batchSize) {
    count = (await query(pool, deleteOldest, [end, batchSize]))[0]!.count;
  }
}
