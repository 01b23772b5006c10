import { Problem, removalTimeouts, type Handler, type UnitsContract } from '@trellis/contracts';
import type { JobQueue, RpcClient } from '@trellis/messaging';
import type { Database } from '../database.js';
import type { RemovalData } from './removal-job.js';
import { requireVisibleClient } from './visible.js';

/**
 * Removes a client while the request waits. When that fails the client stays active and the removal
 * continues as a durable job; repeating the call runs its next attempt at once.
 */
export const removeClient: Handler<
  'clients.remove',
  { database: Database; removals: JobQueue<RemovalData> }
> = async ({ database, removals }, on) => {
  const { id } = await requireVisibleClient(database, on);
  try {
    await removals.attempt(id, { client: id }, { timeoutMs: removalTimeouts.attemptMs });
  } catch {
    throw new Problem(
      'removal_failed',
      'The client stays active. Its removal is retried automatically, and at once when repeated.',
    );
  }
  return {};
};

/** What would be removed with a client. */
export const previewClientRemoval: Handler<
  'clients.preview_removal',
  { database: Database; units: RpcClient<UnitsContract> }
> = async ({ database, units }, on) => {
  const { id, developer } = await requireVisibleClient(database, on);
  const created = await units('things.of_clients', { developer, clients: [id] });
  return { clients: [id], ...created };
};
