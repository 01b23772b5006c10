import { revokeGrant } from '../authorization/revoke.js';
import type { Runtime } from '../runtime.js';
import type { RemovalData } from './job.js';

/** Time for units-service to remove the things of a client (ms). */
const thingsDeadline = 8_000;

/**
 * One attempt to remove a client: its things first, for good, then its grant, then the client with
 * its mappings, then its polls. Every step may be repeated; until the first has succeeded the client stays whole.
 */
export async function attemptRemoval(runtime: Runtime, { client: id }: RemovalData): Promise<void> {
  const { database, units, polls, announce } = runtime;
  const client = await database.client.findUnique({
    where: { id },
    include: { instance: true, mappings: { select: { thing: true } } },
  });
  if (client) {
    await units(
      'things.remove_all',
      { developer: client.developer, clients: [id] },
      { deadline: thingsDeadline },
    );
    await revokeGrant(runtime, client);
    const { developer, subject } = client;
    const events = client.mappings.map(({ thing }) => ({
      developer,
      type: 'thing_deleted' as const,
      data: { thing_id: thing, client_id: id, subject },
    }));
    await announce(events, (db) => db.client.deleteMany({ where: { id } }));
  }
  await polls.stop(id);
}
