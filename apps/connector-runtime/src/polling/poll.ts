import { Unavailable } from '@trellis/connector-sdk';
import { Problem, type ClientWarning } from '@trellis/contracts';
import { isForeignKeyViolation } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Configuration } from '../configuration.js';
import { createBulkhead, Overloaded, type Bulkhead } from '../limits/bulkhead.js';
import { jobConcurrency, pollBulkheadSize } from '../limits/bulkhead-options.js';
import { Throttled } from '../limits/rates.js';
import { needsAuthorization } from '../oauth/authorization-server.js';
import { openSession, type Session, type SessionNeeds } from '../session.js';
import { toFailure } from './failure.js';
import { fetchEntities } from './fetch.js';
import { publishChanges, type PublishNeeds } from './publish.js';
import { recordFailure, recordSuccess, type RecordNeeds } from './record.js';
import { pollSchedule, untilNextPollMs, type PollData } from './schedule.js';

/** The longest `Retry-After` that is honoured. */
const maxRetryAfterMs = 24 * 60 * 60_000;

/** Whatever a connector lets developers configure, no client is polled more often. */
const minIntervalMs = 1_000;

/** The delay of a poll that failed for reasons of our own, such as a database that is down. */
const retryMs = 10_000;

interface Needs extends SessionNeeds, PublishNeeds, RecordNeeds {
  bulkhead: Bulkhead;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

/** Polls every client on its schedule until the broker is closed. */
export function startPollWorker(
  broker: Broker,
  needs: Omit<Needs, 'bulkhead'> & { log: Pick<Logger, 'error'> },
  configuration: Configuration,
): void {
  const { log, stopping } = needs;
  const size = pollBulkheadSize(configuration);
  const timeoutMs = configuration.POLL_TIMEOUT_MS;
  const bulkhead = createBulkhead({ ...size, timeoutMs, stopping });
  startScheduleWorker(broker, pollSchedule, {
    run: (data) => poll({ ...needs, bulkhead }, data),
    concurrency: jobConcurrency(size),
    retryMs,
    onFailure: (error, client) => log.error({ err: error, client }, 'poll failed'),
  });
}

/** Polls one client: fetches its entities, publishes what has changed, and records the outcome. */
export async function poll(needs: Needs, { client: id }: PollData): Promise<NextRun> {
  const session = await openSession(needs, { id });
  if (!session || awaitsAuthorization(session)) return 'ended';
  try {
    const warnings = await fetchAndPublish(needs, session);
    await recordSuccess(needs, session.row, warnings);
    return { afterMs: untilNextPollMs(id, { intervalMs: intervalMsOf(session), failures: 0 }) };
  } catch (error) {
    return afterFailure(needs, session, error);
  }
}

/** Polls begin when the end user has authorized the client. */
const awaitsAuthorization = ({ row, connector }: Session) =>
  needsAuthorization(connector) && row.status === 'STARTING' && row.tokens === null;

const intervalMsOf = ({ client }: Session) => Math.max(client.interval_ms, minIntervalMs);

async function fetchAndPublish(needs: Needs, session: Session): Promise<ClientWarning[]> {
  const discovery = await fetchEntities(needs, session);
  const warnings = await publishChanges(needs, session.row, discovery);
  const reported = discovery.problems.map(({ device, failure }) => ({
    ...toFailure(failure),
    ...(device !== undefined && { connector_thing_id: device }),
  }));
  return [...reported, ...warnings];
}

async function afterFailure(needs: Needs, session: Session, error: unknown): Promise<NextRun> {
  const { row } = session;
  const intervalMs = intervalMsOf(session);
  if (needs.stopping.aborted) return { afterMs: 0 };
  if (isRemoved(error)) return 'ended';
  // These say nothing about the remote technology, so the status stays as it is.
  if (error instanceof Throttled) return { afterMs: error.retryAfterMs ?? intervalMs };
  if (error instanceof Overloaded || error instanceof Problem) {
    return { afterMs: untilNextPollMs(row.id, { intervalMs, failures: row.failures }) };
  }
  const failures = await recordFailure(needs, row, { ...toFailure(error), cause: error });
  const retryAfterMs = error instanceof Unavailable ? (error.retryAfterMs ?? 0) : 0;
  return {
    afterMs: Math.max(
      untilNextPollMs(row.id, { intervalMs, failures }),
      Math.min(retryAfterMs, maxRetryAfterMs),
    ),
  };
}

/** Whether the client was removed during the poll. */
const isRemoved = (error: unknown): boolean =>
  (error instanceof Problem && error.code === 'creator_removed') || isForeignKeyViolation(error);
