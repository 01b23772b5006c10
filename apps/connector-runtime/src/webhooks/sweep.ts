import type { Database } from '../database.js';
import type { Outbox } from '../outbox/outbox.js';

/** How long deliveries can be read. */
const retentionMs = 7 * 24 * 60 * 60_000;

/** The age at which the job of a pending delivery is presumed lost, and added again. */
const lostAfterMs = 60_000;

const batchSize = 1000;

/** Deletes old deliveries, and adds the jobs of pending ones that were lost. */
export async function sweepDeliveries({
  database,
  outbox,
}: {
  database: Database;
  outbox: Outbox;
}): Promise<void> {
  const before = (ageMs: number) => new Date(Date.now() - ageMs);
  await database.delivery.deleteMany({ where: { created: { lt: before(retentionMs) } } });
  const pending = await database.delivery.findMany({
    where: { status: 'pending', created: { lt: before(lostAfterMs) } },
    select: { id: true },
    take: batchSize,
    orderBy: { key: 'asc' },
  });
  await outbox.flush(pending.map(({ id }) => id));
}
