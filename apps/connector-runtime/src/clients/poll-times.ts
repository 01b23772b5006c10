import type { ConnectorClient } from '@trellis/contracts';
import type { JobTimes, Scheduler } from '@trellis/messaging';
import type { PollData } from '../polling/schedule.js';
import type { ClientStateRow } from './read.sql.js';

/** Reads when jobs run from the queue. While it is away, clients are shown without these times. */
export async function readTimes(
  jobs: Pick<Scheduler<PollData>, 'readTimes'>,
  clients: Pick<ClientStateRow, 'id'>[],
): Promise<Map<string, JobTimes>> {
  if (clients.length === 0) return new Map();
  return jobs.readTimes(clients.map(({ id }) => id)).catch(() => new Map());
}

/** Returns when a client is polled. A paused client has a schedule, but its runs are not polls. */
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
    paused: { since, reason: pauseReason ?? undefined },
  };
}
