import { query } from '@trellis/database';
import type pg from 'pg';
import { maintainPartitions } from '../database/partitions.js';
import { discardForeign, purgeOccurrences, raiseSince } from './retention.sql.js';

/** How long a repeated occurrence is recognized (ms); repetitions come within minutes. */
const recognizedMs = 65 * 60_000;

/** The maximum number of ids that one statement deletes. */
const batchSize = 10_000;

/** How long transactions that began before midnight may still store changes of the day before (ms). */
const longestTransactionMs = 60 * 60_000;

/** Creates the partitions of changes for the next days, and drops those past their retention. */
export async function maintainChanges(pool: pg.Pool, days: number): Promise<void> {
  await maintainPartitions(pool, {
    table: 'changes',
    column: 'created',
    // One day more, because the first day counts from its end, and transactions may have begun before it.
    days: days + 1,
    onExpiry: (db, before) =>
      query(db, raiseSince, [new Date(before.getTime() + longestTransactionMs)]),
  });
  const before = new Date(Date.now() - recognizedMs);
  let count = batchSize;
  while (count === batchSize) {
    ({ length: count } = await query(pool, purgeOccurrences, [before, batchSize]));
  }
}

/**
 * Returns a sweep that deletes, once, the changes of another database, which a restored backup contains. Their transaction
 * ids may be ahead of all ids here, so that new changes would come before them.
 */
export function discardForeignChanges(pool: pg.Pool): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await query(pool, discardForeign, []);
    isDone = true;
  };
}
