import {
  backoffMs,
  offsetMs,
  untilNextSlotMs,
  type Schedule,
  type Scheduler,
} from '@trellis/messaging';
import { z } from 'zod';
import type { Database } from '../database.js';

export interface PollData {
  client: string;
}

/** One schedule per client; its id is the client's. */
export const pollSchedule: Schedule<PollData> = {
  queue: 'polls',
  data: z.object({ client: z.string() }),
};

/** The shortest and the longest delay after a failed poll. */
const firstRetryMs = 5_000;
const maxRetryMs = 15 * 60_000;

/** At start, the first polls are spread over this time. */
const startSpreadMs = 10_000;
const startBatchSize = 1000;

/**
 * The delay until a client's next poll (ms). Clients with the same interval are spread over it by a
 * hash of their ids. After failures the delay grows, but never below the interval.
 */
export function untilNextPollMs(
  client: string,
  { intervalMs, failures }: { intervalMs: number; failures: number },
  now = Date.now(),
): number {
  if (failures === 0) return untilNextSlotMs(now, intervalMs, offsetMs(client, intervalMs));
  const firstMs = Math.max(intervalMs, firstRetryMs);
  return backoffMs({ firstMs, maxMs: Math.max(maxRetryMs, intervalMs) }, failures);
}

/** Starts the polls of every client that has none: restores a queue that lost its data. */
export async function startAllPolls({
  database,
  polls,
}: {
  database: Database;
  polls: Scheduler<PollData>;
}): Promise<void> {
  let after = -1n;
  for (;;) {
    const clients = await database.client.findMany({
      where: { key: { gt: after } },
      select: { id: true, key: true },
      orderBy: { key: 'asc' },
      take: startBatchSize,
    });
    if (clients.length === 0) return;
    await polls.start(
      clients.map(({ id }) => ({
        id,
        data: { client: id },
        delayMs: offsetMs(id, startSpreadMs),
      })),
    );
    after = clients.at(-1)!.key;
  }
}
