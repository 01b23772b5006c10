import { query } from '@trellis/database';
import { untilSlotMs } from '@trellis/platform/concurrency';
import { authorizesClients } from '../oauth/needs-authorization.js';
import type { Runtime } from '../runtime.js';
import { openClientOf } from '../secrets/configuration.js';
import { intervalOf } from './schedule.js';
import { readScheduledClients, type ScheduledRow } from './read.sql.js';

/** The longest time over which the first polls are spread. */
const maxStartSpreadMs = 60_000;

export type StartNeeds = Pick<Runtime, 'pool' | 'registry' | 'configurations' | 'polls'>;

/**
 * Starts the polls of clients that have no schedule, spread over their intervals. Clients that wait for the end
 * user's authorization are left out: it starts their polls. The first polls publish everything, because polls may
 * have been interrupted, or a database restored, when the schedules were lost.
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

/** Returns the delay until a client's first slot (ms), or at most a minute if its slots are further apart. */
function startDelayMs({ registry, configurations }: StartNeeds, row: ScheduledRow): number {
  let spreadMs = maxStartSpreadMs;
  try {
    const client = openClientOf(configurations, registry.get(row.connectorType), row);
    spreadMs = Math.min(intervalOf(client), spreadMs);
  } catch {
    // The poll fails for the same reason and records it.
  }
  return untilSlotMs(row.id, spreadMs);
}
