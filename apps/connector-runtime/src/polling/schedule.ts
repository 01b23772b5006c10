import { backoffDelay, offsetWithin, untilNextSlot, type Schedule } from '@trellis/messaging';
import { z } from 'zod';
import type { Runtime } from '../runtime.js';

export interface PollData {
  client: string;
}

/** One schedule a client; its id is the client's. */
export const pollSchedule: Schedule<PollData> = {
  queue: 'polls',
  data: z.object({ client: z.string() }),
};

/** The longest pause between the polls of a client that fails (ms). */
const longestPause = 15 * 60_000;

/**
 * Milliseconds until a client's next poll. Clients with the same interval are spread over it by a
 * hash of their ids. After failures the interval doubles, from at least five seconds.
 */
export function untilNextPoll(
  client: string,
  interval: number,
  failures: number,
  now = Date.now(),
): number {
  if (failures === 0) return untilNextSlot(now, interval, offsetWithin(client, interval));
  const first = Math.max(interval, 5_000);
  return backoffDelay({ first, most: Math.max(longestPause, interval) }, failures);
}

/** Starts the polls of every client; those that run are left alone. Heals a queue that was lost. */
export async function startAllPolls({ database, polls }: Runtime): Promise<void> {
  let after = -1n;
  for (;;) {
    const clients = await database.client.findMany({
      where: { key: { gt: after } },
      select: { id: true, key: true },
      orderBy: { key: 'asc' },
      take: 1000,
    });
    if (clients.length === 0) return;
    await polls.start(
      clients.map(({ id }) => ({ id, data: { client: id }, delay: offsetWithin(id, 10_000) })),
    );
    after = clients.at(-1)!.key;
  }
}
