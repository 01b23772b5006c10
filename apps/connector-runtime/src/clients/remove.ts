import { Problem, removalTimeouts, type Handler, type UnitsContract } from '@trellis/contracts';
import { isForeignKeyViolation, type Deadline } from '@trellis/database';
import type { JobQueue, RpcClient } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { writeInTime, type Database } from '../database.js';
import type { RemovalData } from './removal-job.js';
import { noSuchClient, requireVisibleClient } from './visible.js';

/**
 * Removes a client while the request waits. When that fails the client stays active and the removal
 * continues as a durable job; repeating the call runs its next attempt at once. The request is stored
 * first, so that the removal continues even when the queue is away.
 */
export const removeClient: Handler<
  'clients.remove',
  { database: Database; removals: JobQueue<RemovalData>; log: Pick<Logger, 'error'> }
> = async ({ database, removals, log }, on, deadline) => {
  const { id, key } = await requireVisibleClient(database, on);
  await storeRequest(database, key, deadline);
  try {
    await removals.attempt(id, { client: id }, { timeoutMs: removalTimeouts.attemptMs });
  } catch (error) {
    // An attempt may fail, or take too long, after it has removed the client.
    if ((await database.client.count({ where: { id } })) === 0) return {};
    if (!(error instanceof Problem)) {
      log.error({ err: error, client: id }, 'removal not started');
      throw new Problem(
        'unavailable',
        'The removal begins when the message queue is available; the client stays active until then.',
      );
    }
    throw new Problem('removal_failed', error.code === 'timeout' ? continues : isRetried);
  }
  return {};
};

async function storeRequest(
  database: Database,
  clientKey: bigint,
  deadline: Deadline,
): Promise<void> {
  try {
    await writeInTime(database, deadline, (tx) =>
      tx.removal.createMany({ data: [{ clientKey }], skipDuplicates: true }),
    );
  } catch (error) {
    throw isForeignKeyViolation(error) ? noSuchClient() : error;
  }
}

const isRetried =
  'The client stays active. Its removal is retried automatically, and at once when repeated.';

const continues =
  'The removal did not end in time and continues; the client stays active until it succeeds.';

/** What would be removed with a client. */
export const previewClientRemoval: Handler<
  'clients.preview_removal',
  { database: Database; units: RpcClient<UnitsContract> }
> = async ({ database, units }, on) => {
  const { id, developer } = await requireVisibleClient(database, on);
  const created = await units('things.of_clients', { developer, clients: [id] });
  return { clients: [id], ...created };
};
