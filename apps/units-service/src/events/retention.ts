import { query } from '@trellis/database';
import type pg from 'pg';
import { keepPartitions } from '../partitions/keep.js';
import { forgetForeign, pruneOccurrences, raiseKeptSince } from './retention.sql.js';

/** How long an event of a thing that is handed over again is recognized (ms): it is repeated within minutes. */
const recognizedMs = 65 * 60_000;

/** How many ids one statement deletes, so that it blocks nobody for long. */
const batchSize = 10_000;

/** Transactions that began before midnight may store changes of the day before for so long (ms). */
const longestTransactionMs = 60 * 60_000;

/** Prepares the partitions of changes for the next days, and drops those past so many days. */
export async function keepChanges(pool: pg.Pool, days: number): Promise<void> {
  await keepPartitions(pool, {
    table: 'changes',
    column: 'created',
    // A day more: the first of the days has begun so long ago, and transactions may have begun before it.
    days: days + 1,
    onExpiry: (db, before) =>
      query(db, raiseKeptSince, [new Date(before.getTime() + longestTransactionMs)]),
  });
  const before = new Date(Date.now() - recognizedMs);
  let count = batchSize;
  while (count === batchSize) {
    ({ length: count } = await query(pool, pruneOccurrences, [before, batchSize]));
  }
}

/**
 * A sweep that forgets, once, the changes of another database, which a restored backup may contain: their
 * transactions may be ahead of all of this one, so that they would hold back everything that happens here.
 */
export function forgetForeignChanges(pool: pg.Pool): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await query(pool, forgetForeign, []);
    isDone = true;
  };
}
