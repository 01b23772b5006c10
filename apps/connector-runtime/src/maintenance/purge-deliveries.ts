import type { Database } from '../database.js';

/** How long deliveries can be read. */
const retentionMs = 7 * 24 * 60 * 60_000;

/** Deletes old deliveries. */
export async function sweepDeliveries({ database }: { database: Database }): Promise<void> {
  await database.delivery.deleteMany({
    where: { created: { lt: new Date(Date.now() - retentionMs) } },
  });
}
