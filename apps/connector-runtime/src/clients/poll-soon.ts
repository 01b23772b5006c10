import type { Scheduler } from '@trellis/messaging';
import type { Client } from '../generated/prisma/client.js';
import type { PollData } from '../polling/schedule.js';

/**
 * Polls clients now because something has changed, even if their polls were set aside. When the queue is away, they
 * are polled at their next scheduled time.
 */
export async function pollSoon(
  polls: Scheduler<PollData>,
  clients: readonly Pick<Client, 'id' | 'errorCode'>[],
): Promise<void> {
  for (const { id, errorCode } of clients) {
    const polled = errorCode === 'set_aside' ? restart(polls, id) : polls.runNow(id);
    await polled.catch(() => undefined);
  }
}

async function restart(polls: Scheduler<PollData>, id: string): Promise<void> {
  await polls.stop(id);
  await polls.start([{ id, data: { client: id }, isUnfinished: true }]);
}
