import type { Runtime } from '../runtime.js';
import type { RemovalData } from './job.js';

/** Time for units-service to remove the things of a client (ms). */
const thingsDeadline = 8_000;

/**
 * One attempt to remove a client: its things first, for good, then the client with its mappings,
 * then its polls. Every step may be repeated; until the first has succeeded the client stays whole.
 */
export async function attemptRemoval(
  { database, units, polls }: Runtime,
  { client: id }: RemovalData,
): Promise<void> {
  const client = await database.client.findUnique({ where: { id }, select: { developer: true } });
  if (client) {
    await units(
      'things.remove_all',
      { developer: client.developer, clients: [id] },
      { deadline: thingsDeadline },
    );
    await database.client.deleteMany({ where: { id } });
  }
  await polls.stop(id);
}
