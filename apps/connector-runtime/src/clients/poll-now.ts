import { Problem, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Client } from '../generated/prisma/client.js';
import type { Database } from '../database.js';
import { authorizesClients } from '../oauth/needs-authorization.js';
import { storeRequester } from '../polling/requester.sql.js';
import type { Registry } from '../registry.js';
import type { Runtime } from '../runtime.js';
import { clientPaused, requireVisibleClient } from './visible.js';

type Needs = Pick<Runtime, 'database' | 'pool' | 'registry' | 'polls'>;

/** Shortest time between the start of a client's last poll and one by hand (ms). */
const minIntervalMs = 10_000;

/** Polls a client now, also during a backoff, and even if its polls were set aside. Refuses where no poll would run. */
export const pollNow: Handler<'clients.poll', Needs> = async (needs, { requester, ...on }) => {
  const { database, pool, registry, polls } = needs;
  const client = await requireVisibleClient(database, on);
  if (client.pausedSince) throw clientPaused();
  const { id } = client;
  if (client.tokens === null && (await awaitsAuthorization(database, registry, client))) {
    throw new Problem(
      'authorization_needed',
      'The client is polled once its end user has authorized it: `authorization` of the client says where.',
    );
  }
  const waitMs = await untilAllowedMs(polls, id);
  if (waitMs > 0) {
    throw new Problem('rate_limited', 'The client has only just been polled.', {
      retry_after: Math.min(Math.ceil(waitMs / 1_000), minIntervalMs / 1_000),
    });
  }
  if (requester) await query(pool, storeRequester, [id, JSON.stringify(requester)]);
  await pollSoon(polls, [client]);
  return {};
};

/** Returns how long a client must not be polled by hand yet (ms); zero or less if it may be. */
export async function untilAllowedMs(polls: Runtime['polls'], id: string): Promise<number> {
  const times = await polls.readTimes([id]).catch(() => {
    throw new Problem('unavailable', 'The message queue is away.');
  });
  const { lastRun } = times.get(id) ?? {};
  const waitMs = lastRun ? lastRun.getTime() + minIntervalMs - Date.now() : 0;
  // The clock of the worker that polled it was ahead.
  return waitMs > minIntervalMs ? 0 : waitMs;
}

/**
 * Polls clients now because something has changed, even if their polls were set aside. When the queue is away, they
 * are polled at their next scheduled time.
 */
export async function pollSoon(
  polls: Runtime['polls'],
  clients: readonly Pick<Client, 'id' | 'errorCode'>[],
): Promise<void> {
  for (const { id, errorCode } of clients) {
    const polled = errorCode === 'set_aside' ? restart(polls, id) : polls.runNow(id);
    await polled.catch(() => undefined);
  }
}

/** Returns whether a client is not polled until its end user has authorized it. */
async function awaitsAuthorization(
  database: Database,
  registry: Registry,
  { instanceKey, connectorType, status }: Client,
): Promise<boolean> {
  if (status !== 'STARTING') return false;
  const instance = await database.instance.findUnique({
    where: { key: instanceKey },
    select: { authorizes: true },
  });
  return authorizesClients(registry.get(connectorType), {
    authorizes: instance?.authorizes ?? null,
  });
}

async function restart(polls: Runtime['polls'], id: string): Promise<void> {
  await polls.stop(id);
  await polls.start([{ id, data: { client: id }, isUnfinished: true }]);
}
