import type { ConnectorClient } from '@trellis/contracts';
import type { JobTimes, Scheduler } from '@trellis/messaging';
import type { PollData } from '../polling/schedule.js';
import type { ClientStateRow } from './read.sql.js';

/** The queue has these times anyway; a client is shown without them while it is away. */
export async function readTimes(
  jobs: Pick<Scheduler<PollData>, 'readTimes'>,
  clients: Pick<ClientStateRow, 'id'>[],
): Promise<Map<string, JobTimes>> {
  if (clients.length === 0) return new Map();
  return jobs.readTimes(clients.map(({ id }) => id)).catch(() => new Map());
}

/** When a client is polled. What runs on the schedule of one that is paused are no polls. */
export function toPolls(
  { pausedSince, pauseReason }: Pick<ClientStateRow, 'pausedSince' | 'pauseReason'>,
  { lastRun, nextRun }: JobTimes = {},
): Pick<ConnectorClient, 'last_polled' | 'next_poll' | 'paused'> {
  if (!pausedSince) {
    return {
      last_polled: lastRun?.toISOString() ?? null,
      next_poll: nextRun?.toISOString() ?? null,
    };
  }
  const since = pausedSince.toISOString();
  return {
    last_polled: null,
    next_poll: null,
    paused: { since, ...(pauseReason !== null && { reason: pauseReason }) },
  };
}
