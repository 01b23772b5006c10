import { Problem, type Handler } from '@trellis/contracts';
import type { Client } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { clientPaused, requireVisibleClient } from './visible.js';

type Needs = Pick<Runtime, 'database' | 'polls'>;

/** Shortest time between the start of a client's last poll and one by hand (ms). */
const minIntervalMs = 10_000;

/** Polls a client now, even if its polls were set aside. */
export const pollNow: Handler<'clients.poll', Needs> = async ({ database, polls }, on) => {
  const client = await requireVisibleClient(database, on);
  if (client.pausedSince) throw clientPaused();
  const { id } = client;
  const waitMs = await untilAllowedMs(polls, id);
  if (waitMs > 0) {
    throw new Problem('rate_limited', 'The client has only just been polled.', {
      retry_after: Math.min(Math.ceil(waitMs / 1_000), minIntervalMs / 1_000),
    });
  }
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

async function restart(polls: Runtime['polls'], id: string): Promise<void> {
  await polls.stop(id);
  await polls.start([{ id, data: { client: id }, isUnfinished: true }]);
}
