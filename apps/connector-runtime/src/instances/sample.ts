import type { Database } from '../database.js';
import type { Instance } from '../generated/prisma/client.js';

/** Selects clients of an instance, preferably those whose polls succeed. */
export async function sampleClients(database: Database, { key }: Instance, take: number) {
  const order = { orderBy: { key: 'asc' }, take } as const;
  // Paused clients are not polled.
  const ofInstance = { instanceKey: key, pausedSince: null };
  const started = await database.client.findMany({
    where: { ...ofInstance, status: 'STARTED' },
    ...order,
  });
  if (started.length > 0) return started;
  return database.client.findMany({ where: ofInstance, ...order });
}
