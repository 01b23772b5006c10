import {
  givenUp,
  Problem,
  removalTimeouts,
  requireExpected,
  type ConnectorsContract,
  type GivenUp,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { isForeignKeyViolation, type Deadline } from '@trellis/database';
import type { JobQueue, RpcClient } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { writeInTurn, type Database } from '../database.js';
import type { Removal } from '../queues.js';
import { clientVersions } from './version.js';
import { noSuchClient, requireVisibleClient } from './visible.js';

/**
 * Removes a client while the request waits. When that fails, the client stays active and the removal continues as a
 * durable job; repeating the call runs its next attempt now. The request is stored first, so that the removal
 * continues even when the queue is away.
 */
export const removeClient: Handler<
  'clients.remove',
  { database: Database; removals: JobQueue<Removal>; log: Pick<Logger, 'error'> }
> = async ({ database, removals, log }, requested, deadline) => {
  const { id, requester } = requested;
  try {
    const { key } = await requireVisibleClient(database, requested);
    await storeRequest(database, key, requested, deadline);
  } catch (error) {
    // The first delivery of this call may have removed the client.
    const removed = error instanceof Problem && (await readRemoved(database, requested));
    if (removed) return removed;
    throw error;
  }
  try {
    await removals.attempt(id, { client: id, requester }, { timeoutMs: removalTimeouts.attemptMs });
  } catch (error) {
    // An attempt may fail, or take too long, after it has removed the client.
    if ((await database.client.count({ where: { id } })) === 0) {
      return (await readRemoved(database, requested)) ?? {};
    }
    if (!(error instanceof Problem)) {
      log.error({ err: error, client: id }, 'removal not started');
      throw new Problem(
        'unavailable',
        'The removal begins when the message queue is available; the client stays active until then.',
      );
    }
    throw new Problem('removal_failed', error.code === 'timeout' ? continues : isRetried);
  }
  return requested.force ? ((await readRemoved(database, requested)) ?? {}) : {};
};

type Requested = Received<ConnectorsContract, 'clients.remove'>;

/** Returns the failed steps of the removal by this request; undefined when it has removed no client. */
async function readRemoved(
  database: Database,
  { id, request }: Requested,
): Promise<{ given_up: GivenUp[] } | undefined> {
  if (request === undefined || !isUuid(id)) return undefined;
  const removed = await database.removedClient.findFirst({ where: { id, request } });
  return removed ? { given_up: z.array(givenUp).parse(JSON.parse(removed.givenUp)) } : undefined;
}

async function storeRequest(
  database: Database,
  clientKey: bigint,
  requested: Requested,
  deadline: Deadline,
): Promise<void> {
  const { caller, request, force, expected } = requested;
  const removal = { request: request ?? null, forced: force || undefined };
  try {
    await writeInTurn(database, { developer: caller.developer, deadline }, async (tx) => {
      if (expected) {
        await tx.$queryRaw`SELECT key FROM clients WHERE key = ${clientKey} FOR UPDATE`;
        requireExpected(clientVersions(await requireVisibleClient(tx, requested)), expected);
      }
      await tx.removal.upsert({
        where: { clientKey },
        create: { clientKey, ...removal },
        update: removal,
      });
    });
  } catch (error) {
    throw isForeignKeyViolation(error) ? noSuchClient() : error;
  }
}

const isRetried =
  'The client stays active. Its removal is retried automatically, and at once when repeated.';

const continues =
  'The removal did not end in time and continues; the client stays active until it succeeds.';

/** Lists what would be removed with a client. */
export const previewClientRemoval: Handler<
  'clients.preview_removal',
  { database: Database; units: RpcClient<UnitsContract> }
> = async ({ database, units }, on) => {
  const { id, developer } = await requireVisibleClient(database, on);
  const created = await units('things.of_clients', { developer, clients: [id] });
  return { clients: [id], ...created };
};
