import type { Database } from '../database.js';

/** No request is delivered again after this time (ms). */
const retentionMs = 2 * 24 * 60 * 60_000;

/** Deletes what is known of clients that were removed long ago. */
export async function sweepRemovedClients({ database }: { database: Database }): Promise<void> {
  const before = new Date(Date.now() - retentionMs);
  await database.removedClient.deleteMany({ where: { removed: { lt: before } } });
}
