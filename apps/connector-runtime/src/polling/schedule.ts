import { query } from '@trellis/database';
import type { Schedule, Scheduler } from '@trellis/messaging';
import { backoffMs, untilSlotMs } from '@trellis/platform/concurrency';
import type { Pool } from 'pg';
import { z } from 'zod';
import { authorizesClients } from '../oauth/needs-authorization.js';
import type { Registry } from '../registry.js';
import type { Configurations } from '../secrets/configurations.js';
import { readScheduledClients, type ScheduledRow } from './schedule.sql.js';

export interface PollData {
  client: string;
}

/** One schedule per client; its id is the client's. */
export const pollSchedule: Schedule<PollData> = {
  queue: 'polls',
  sharded: true,
  data: z.object({ client: z.string() }),
};

/** The shortest and the longest delay after a failed poll. */
const firstRetryMs = 5_000;
const maxRetryMs = 15 * 60_000;

/** Whatever a connector lets developers configure, no client is polled more often. */
const minIntervalMs = 1_000;

/** How often a client is polled at most while a connection is listened on (ms). */
export const slowIntervalMs = 5 * 60_000;

/** The longest time over which the polls of clients without a schedule are spread. */
const maxStartSpreadMs = 60_000;

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
  if (failures === 0) return untilSlotMs(client, intervalMs, now);
  const firstMs = Math.max(intervalMs, firstRetryMs);
  return backoffMs({ firstMs, maxMs: Math.max(maxRetryMs, intervalMs) }, failures);
}

export interface StartNeeds {
  pool: Pool;
  registry: Registry;
  configurations: Configurations;
  polls: Scheduler<PollData>;
}

/**
 * Starts the polls of clients that have no schedule, spread over their intervals. Those that the end user
 * has yet to authorize are left out: their polls begin after that. What lost the schedules may have cut off
 * polls, or taken things away, as a restored database does: the first polls publish all that they find.
 */
export async function startPolls(needs: StartNeeds, ids: string[]): Promise<void> {
  const clients = await query(needs.pool, readScheduledClients, [ids]);
  await needs.polls.start(
    clients
      .filter((client) => !awaitsAuthorization(needs, client))
      .map((client) => ({
        id: client.id,
        data: { client: client.id },
        delayMs: startDelayMs(needs, client),
        isUnfinished: true,
      })),
  );
}

const awaitsAuthorization = (
  { registry }: StartNeeds,
  { connectorType, isUnauthorized, ...row }: ScheduledRow,
): boolean =>
  isUnauthorized &&
  registry.has(connectorType) &&
  authorizesClients(registry.get(connectorType), row);

/** At its first slot, or within a minute if its slots are further apart. */
function startDelayMs(
  { registry, configurations }: StartNeeds,
  { id, developer, connectorType, configuration }: ScheduledRow,
): number {
  let spreadMs = maxStartSpreadMs;
  try {
    const { schema } = registry.get(connectorType).client;
    const binding = { purpose: 'clients.configuration', developer, id } as const;
    const client = configurations.open({ schema, binding, sealed: configuration });
    spreadMs = Math.min(intervalOf(client), spreadMs);
  } catch {
    // Its poll will fail, and say why.
  }
  return untilSlotMs(id, spreadMs);
}
