import {
  maintainPartitions,
  purgeInBatches,
  query,
  type PartitionedTable,
  type PurgeTime,
} from '@trellis/database';
import type pg from 'pg';
import { deleteOccurrences, discardForeign, raiseSince } from './retention.sql.js';

/** How long a repeated occurrence is recognized (ms); repetitions come within minutes. */
const recognizedMs = 65 * 60_000;

/** How long transactions that began before midnight may still store changes of the day before (ms). */
const longestTransactionMs = 60 * 60_000;

/** Creates the partitions of changes for the next days, and drops those past their retention. */
export async function maintainChanges(pool: pg.Pool, days: number, time: PurgeTime): Promise<void> {
  const partitioned: PartitionedTable = {
    table: 'changes',
    column: 'created',
    // One day more, because the first day counts from its end, and transactions may have begun before it.
    days: days + 1,
    onExpiry: (db, before) =>
      query(db, raiseSince, [new Date(before.getTime() + longestTransactionMs)]),
  };
  await maintainPartitions(pool, partitioned, time);
}

/** Deletes the ids of occurrences that are so old that no repetition will come. */
export async function purgeOccurrences(pool: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - recognizedMs);
  await purgeInBatches(
    10_000,
    async (most) => (await query(pool, deleteOccurrences, [before, most])).length,
  );
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
