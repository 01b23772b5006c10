import { inTransaction, query } from '@trellis/database';
import type { Pool } from 'pg';
import type { Outbox } from '../../delivery/outbox.js';
import { countByStatus, endFinishedBatches } from './end.sql.js';
import { progressOf, statusOf } from './progress.js';

export interface EndNeeds {
  pool: Pool;
  outbox: Outbox;
  /** Publishes that a bulk command has ended. */
  publishEnded(batch: string): Promise<void>;
}

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
