import { Problem, type Handler } from '@trellis/contracts';
import type { Scheduler } from '@trellis/messaging';
import type { Database } from '../database.js';
import type { PollData } from '../polling/schedule.js';
import { clientPaused } from './paused.js';
import { pollSoon } from './poll-soon.js';
import { requireVisibleClient } from './visible.js';

interface Needs {
  database: Database;
  polls: Scheduler<PollData>;
}

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
export async function untilAllowedMs(
  polls: Pick<Scheduler<PollData>, 'readTimes'>,
  id: string,
): Promise<number> {
  const times = await polls.readTimes([id]).catch(() => {
    throw new Problem('unavailable', 'The message queue is away.');
  });
  const { lastRun } = times.get(id) ?? {};
  return lastRun ? lastRun.getTime() + minIntervalMs - Date.now() : 0;
}
