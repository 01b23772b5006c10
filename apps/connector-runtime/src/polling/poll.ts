import { Unavailable } from '@trellis/connector-sdk';
import { Problem, type QuotaLimits, type UnitsContract } from '@trellis/contracts';
import { databaseProblem, isForeignKeyViolation } from '@trellis/database';
import {
  startScheduleWorker,
  type Broker,
  type NextRun,
  type PreviousRun,
  type RpcClient,
} from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import type { Configuration } from '../configuration.js';
import { isDatabaseError, isMissingRow } from '../database.js';
import { createBulkhead, Overloaded, type Bulkhead } from '../limits/bulkhead.js';
import { jobConcurrency, pollBulkheadSize } from '../limits/bulkhead-options.js';
import { Throttled } from '../limits/rates.js';
import { needsAuthorization } from '../oauth/authorization-server.js';
import type { RuntimeMetrics } from '../metrics.js';
import type { Outbox } from '../outbox/outbox.js';
import { sessionOf, type Session, type SessionNeeds } from '../session.js';
import { toFailure } from './failure.js';
import { fetchEntities } from './fetch.js';
import { compareDiscovery, publishChanges } from './publish.js';
import { clientReader, type PolledClient, type ReadClient } from './read.js';
import { withoutState, type KnownEntity } from './reconcile.js';
import { recordFailure, recordSuccess, type RecordNeeds } from './record.js';
import { intervalOf, pollSchedule, untilNextPollMs, type PollData } from './schedule.js';
import { recordSetAside } from './set-aside.js';
import { createPollStore, type PollStore } from './store.js';

/** The longest `Retry-After` that is honoured. */
const maxRetryAfterMs = 24 * 60 * 60_000;

/** The delay of a poll that failed for reasons of our own, such as a database that is down. */
const retryMs = 10_000;

/** The same, spread, so that those that failed together do not come together again. */
const spreadRetryMs = () => retryMs * (0.5 + Math.random());

interface Needs extends SessionNeeds, RecordNeeds {
  readClient: ReadClient;
  store: PollStore;
  bulkhead: Bulkhead;
  quotas: QuotaLimits<'connectors'>;
  metrics: Pick<RuntimeMetrics, 'record'>;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

interface WorkerNeeds extends Omit<Needs, 'readClient' | 'store' | 'bulkhead' | 'log'> {
  pool: Pool;
  units: RpcClient<UnitsContract>;
  outbox: Outbox;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Polls every client on its schedule until the broker is closed. */
export function startPollWorker(
  broker: Broker,
  needs: WorkerNeeds,
  configuration: Configuration,
): void {
  const { log, stopping } = needs;
  const size = pollBulkheadSize(configuration);
  const timeoutMs = configuration.POLL_TIMEOUT_MS;
  const bulkhead = createBulkhead({ ...size, timeoutMs, stopping });
  const polling = {
    ...needs,
    readClient: clientReader(needs),
    store: createPollStore(needs),
    bulkhead,
  };
  startScheduleWorker(broker, pollSchedule, {
    run: (data, previous) => poll(polling, data, previous),
    concurrency: jobConcurrency(size),
    retryMs,
    onStart: (ms) => needs.metrics.record('trellis_poll_lateness_seconds', ms / 1_000),
    onFailure: (error, client) => log.error({ err: error, client }, 'poll failed'),
    onSetAside: (data) => recordSetAside(polling, data),
  });
}

/**
 * Polls one client: fetches its entities, publishes what has changed, and records the outcome. After a poll
 * that was cut off everything counts as changed: units-service may have stored what the mappings lack.
 */
export async function poll(
  needs: Needs,
  { client: id }: PollData,
  { isUnfinished }: PreviousRun = { isUnfinished: false },
): Promise<NextRun> {
  try {
    const client = await needs.readClient(id);
    if (!client) return 'ended';
    return await pollClient(needs, client, isUnfinished);
  } catch (error) {
    if (!databaseProblem(error)) throw error;
    return { afterMs: spreadRetryMs(), isUnfinished };
  }
}

async function pollClient(
  needs: Needs,
  client: PolledClient,
  isUnfinished: boolean,
): Promise<NextRun> {
  const { id } = client.row;
  const known = isUnfinished ? client.known.map(withoutState) : client.known;
  const session = sessionOf(needs, client.row, client.memory);
  if (awaitsAuthorization(session)) return 'ended';
  const startedAt = performance.now();
  const { developer, connectorType } = client.row;
  needs.tracing?.annotate({
    'trellis.developer': developer,
    'trellis.connector_type': connectorType,
  });
  const observe = (outcome: string) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    needs.metrics.record('trellis_poll_duration_seconds', seconds, connectorType, outcome);
    needs.tracing?.annotate({ 'trellis.poll.outcome': outcome });
  };
  try {
    await fetchAndPublish(needs, session, known);
    observe('ok');
    return {
      afterMs: untilNextPollMs(id, { intervalMs: intervalOf(session.client), failures: 0 }),
    };
  } catch (error) {
    observe(outcomeOf(needs, error));
    const next = await afterFailure(needs, session, error);
    return isUnfinished && next !== 'ended' ? { isUnfinished, ...next } : next;
  }
}

/** Polls begin when the end user has authorized the client. */
const awaitsAuthorization = ({ row, connector }: Session) =>
  needsAuthorization(connector) && row.status === 'STARTING' && row.tokens === null;

/** A failure of ours after the remote technology has answered. */
class NotStored extends Error {}

const toNotStored = (cause: unknown) =>
  cause instanceof Problem || isRemoved(cause)
    ? cause
    : new NotStored('What a poll found was not stored.', { cause });

async function fetchAndPublish(
  needs: Needs,
  session: Session,
  known: KnownEntity[],
): Promise<void> {
  const { row } = session;
  const discovery = await fetchEntities(needs, session);
  const findings = compareDiscovery(row, known, discovery);
  const reported = discovery.problems.map(({ device, failure }) => ({
    ...toFailure(failure),
    ...(device !== undefined && { connector_thing_id: device }),
  }));
  const { rooms } = findings;
  try {
    const leftOut = await publishChanges(needs, row, { known, findings });
    const warnings = [...reported, ...findings.warnings, ...leftOut];
    await recordSuccess(needs, row, { warnings, rooms });
  } catch (error) {
    throw databaseProblem(error) ?? toNotStored(error);
  }
}

async function afterFailure(needs: Needs, session: Session, error: unknown): Promise<NextRun> {
  const { row } = session;
  const intervalMs = intervalOf(session.client);
  if (needs.stopping.aborted) return { afterMs: 0, isUnfinished: true };
  if (isRemoved(error)) return 'ended';
  // These say nothing about the remote technology, so the status stays as it is.
  if (error instanceof NotStored) throw error;
  if (error instanceof Throttled) return { afterMs: error.retryAfterMs ?? intervalMs };
  const usualMs = untilNextPollMs(row.id, { intervalMs, failures: row.failures });
  if (error instanceof Overloaded) return { afterMs: usualMs };
  if (isOurs(error)) return { afterMs: Math.min(usualMs, spreadRetryMs()), isUnfinished: true };
  const failures = await recordFailure(needs, row, { ...toFailure(error), cause: error });
  const retryAfterMs = error instanceof Unavailable ? (error.retryAfterMs ?? 0) : 0;
  return {
    afterMs: Math.max(
      untilNextPollMs(row.id, { intervalMs, failures }),
      Math.min(retryAfterMs, maxRetryAfterMs),
    ),
  };
}

/** What a poll that failed counts as; only the codes of failures say something about the remote technology. */
function outcomeOf({ stopping }: Needs, error: unknown): string {
  if (stopping.aborted) return 'stopping';
  if (isRemoved(error)) return 'removed';
  if (error instanceof Throttled) return 'throttled';
  if (error instanceof Overloaded) return 'overloaded';
  return error instanceof NotStored || isOurs(error) ? 'internal' : toFailure(error).code;
}

/** Whether this service's database or another service is overloaded or away. */
const isOurs = (error: unknown): boolean => error instanceof Problem || isDatabaseError(error);

/** Whether the client was removed during the poll. */
const isRemoved = (error: unknown): boolean =>
  (error instanceof Problem && error.code === 'creator_removed') ||
  isForeignKeyViolation(error) ||
  isMissingRow(error);
