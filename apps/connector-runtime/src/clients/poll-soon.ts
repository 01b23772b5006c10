import type { Scheduler } from '@trellis/messaging';
import type { Client } from '../generated/prisma/client.js';
import type { PollData } from '../polling/schedule.js';

/**
 * Has clients polled at once whose configuration has changed, also those that were set aside. While the queue
 * is away nothing is lost: they are polled at their next time.
 */
export async function pollSoon(
  polls: Scheduler<PollData>,
  clients: readonly Pick<Client, 'id' | 'errorCode'>[],
): Promise<void> {
  for (const { id, errorCode } of clients) {
    const polled = errorCode === 'set_aside' ? startAnew(polls, id) : polls.runNow(id);
    await polled.catch(() => undefined);
  }
}

async function startAnew(polls: Scheduler<PollData>, id: string): Promise<void> {
  await polls.stop(id);
  await polls.start([{ id, data: { client: id }, isUnfinished: true }]);
}
