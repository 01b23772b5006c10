import type { Database } from '../database.js';

/** No activity before that is shown (ms). */
const retentionMs = 2 * 24 * 60 * 60_000;

/** Deletes what was counted long ago. */
export async function sweepActivity({ database }: { database: Database }): Promise<void> {
  const before = new Date(Date.now() - retentionMs);
  await database.activity.deleteMany({ where: { begins: { lt: before } } });
}
