import { query } from '@trellis/database';
import {
  backoffMs,
  offsetMs,
  untilNextSlotMs,
  type Schedule,
  type Scheduler,
} from '@trellis/messaging';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Registry } from '../registry.js';
import type { Configurations } from '../secrets/configurations.js';
import { readScheduledClients, type ScheduledRow } from './schedule.sql.js';

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

/** Whatever a connector lets developers configure, no client is polled more often. */
const minIntervalMs = 1_000;

/** The longest time over which the polls of clients without a schedule are spread. */
const maxStartSpreadMs = 60_000;
const startBatchSize = 500;

/** How often a client with this configuration is polled (ms). */
export const intervalOf = ({ interval_ms }: { interval_ms: number }): number =>
  Math.max(interval_ms, minIntervalMs);

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

interface StartNeeds {
  pool: Pool;
  registry: Registry;
  configurations: Configurations;
  polls: Scheduler<PollData>;
}

/**
 * Starts the polls of every client that has none: restores a queue that lost its data. The newest come
 * first, and all are spread over their intervals.
 */
export async function startAllPolls(needs: StartNeeds): Promise<void> {
  const { pool, polls } = needs;
  let before: string | null = null;
  for (;;) {
    const clients: ScheduledRow[] = await query(pool, readScheduledClients, [
      before,
      startBatchSize,
    ]);
    if (clients.length === 0) return;
    const missing = new Set(await polls.findMissing(clients.map(({ id }) => id)));
    await polls.start(
      clients
        .filter(({ id }) => missing.has(id))
        .map((client) => ({
          id: client.id,
          data: { client: client.id },
          delayMs: startDelayMs(needs, client),
        })),
    );
    before = clients.at(-1)!.key;
  }
}

/** At its first slot, or within a minute if its slots are further apart. */
function startDelayMs(
  { registry, configurations }: StartNeeds,
  { id, connectorType, configuration }: ScheduledRow,
): number {
  let spreadMs = maxStartSpreadMs;
  try {
    const { schema } = registry.get(connectorType).client;
    spreadMs = Math.min(intervalOf(configurations.open(schema, configuration)), spreadMs);
  } catch {
    // Its poll will fail, and say why.
  }
  return untilNextSlotMs(Date.now(), spreadMs, offsetMs(id, spreadMs));
}
