import { Problem, type BatchResult, type InteractionBatch } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type { Runtime } from '../../runtime.js';
import { countByStatus, endFinishedBatches } from './run.sql.js';

export type EndNeeds = Pick<Runtime, 'pool' | 'outbox' | 'publishEnded'>;

/** Ends the bulk commands whose parts have all ended, and adds events for apps. */
export async function endBatches(
  { pool, outbox, publishEnded }: EndNeeds,
  keys: bigint[],
): Promise<void> {
  if (keys.length === 0) return;
  const { ended, deliveries } = await inTransaction(pool, async (db) => {
    const ended = await query(db, endFinishedBatches, [keys]);
    const counts = await query(db, countByStatus, [ended.map(({ key }) => key)]);
    const events = ended.map(({ key, id, developer }) => {
      const progress = progressOf(counts.filter((row) => row.key === key));
      const data = { interaction_id: id, status: statusOf(progress, true), progress };
      return { id, developer, type: 'batch_ended' as const, data };
    });
    return { ended, deliveries: await outbox.add(db, events) };
  });
  await outbox.flush(deliveries);
  for (const { id } of ended) await publishEnded(id);
}

type Progress = InteractionBatch['progress'];
type Status = BatchResult['status'];

/** Returns the status that callers see. */
export const shownStatus = (stored: string): Status =>
  stored === 'waiting' ? 'pending' : (stored as Status);

/** Counts the parts of a bulk command by status. */
export function progressOf(counts: { status: string; count: number }[]): Progress {
  const progress: Progress = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { status, count } of counts) progress[shownStatus(status)] += count;
  return progress;
}

export function statusOf({ cancelled }: Progress, hasEnded: boolean): InteractionBatch['status'] {
  if (!hasEnded) return 'pending';
  return cancelled > 0 ? 'cancelled' : 'completed';
}

/** The problem of parts that expired, as JSON. */
export const tooLate = JSON.stringify(
  new Problem('timeout', 'It did not come to its turn before the batch expired.').toData(),
);
