import type { Database } from '../database.js';
import type { Outbox } from '../outbox/outbox.js';

/** How long deliveries can be read. */
const retentionMs = 7 * 24 * 60 * 60_000;

/** The age from which a pending delivery is swept; its first attempt has usually ended by then. */
const pendingAfterMs = 60_000;

interface Needs {
  database: Database;
  outbox: Outbox;
}

/**
 * Returns a sweep that deletes old deliveries and adds the jobs of pending ones, in case they were
 * lost: adding a job that exists does nothing. One run sweeps a few batches; the next one continues
 * after them, and begins anew after the last delivery.
 */
export function createDeliverySweep(
  { database, outbox }: Needs,
  { batchSize = 1000, maxBatches = 5 }: { batchSize?: number; maxBatches?: number } = {},
): () => Promise<void> {
  const before = (ageMs: number) => new Date(Date.now() - ageMs);
  const start = -1n;
  let after = start;
  return async () => {
    await database.delivery.deleteMany({ where: { created: { lt: before(retentionMs) } } });
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const pending = await database.delivery.findMany({
        where: {
          status: 'pending',
          created: { lt: before(pendingAfterMs) },
          key: { gt: after },
        },
        select: { id: true, key: true },
        take: batchSize,
        orderBy: { key: 'asc' },
      });
      await outbox.flush(pending.map(({ id }) => id));
      const last = pending.length < batchSize ? undefined : pending.at(-1);
      after = last?.key ?? start;
      if (!last) return;
    }
  };
}
