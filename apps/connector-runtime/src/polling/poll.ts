import { Unavailable, type Discovery } from '@trellis/connector-sdk';
import { Problem, type QuotaLimits, type UnitsContract } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import {
  startScheduleWorker,
  type Broker,
  type NextRun,
  type PreviousRun,
  type RpcClient,
} from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import type { ActivityCounter } from '../accounts/count-activity.js';
import type { Configuration } from '../configuration.js';
import { isDatabaseError } from '../database.js';
import { createBulkhead, Overloaded, type Bulkhead } from '../limits/bulkhead.js';
import { jobConcurrency, pollBulkheadSize } from '../limits/bulkhead-options.js';
import type { Pauses } from './stalls.js';
import { Throttled } from '../limits/rates.js';
import { needsAuthorization } from '../oauth/needs-authorization.js';
import type { RuntimeMetrics } from '../metrics.js';
import type { Outbox } from '../delivery/outbox.js';
import { sessionOf, type Session, type SessionNeeds } from '../session.js';
import { toFailure } from './failure.js';
import { fetchEntities } from './fetch.js';
import { handOver, isRemoved, NotStored } from './publish-result.js';
import { createHold, type Hold } from './hold.js';
import { keepListener } from './ensure-listener.js';
import { pausedIntervalMs, tellPaused } from './paused.js';
import { clientReader, type PolledClient, type ReadClient } from './read.js';
import type { HookState } from './read.sql.js';
import { recallingReader } from './recall.js';
import { recordFailure, type RecordNeeds } from './record.js';
import {
  intervalOf,
  pollSchedule,
  slowIntervalMs,
  untilNextPollMs,
  type PollData,
} from './schedule.js';
import { continueRemoval } from './removed.js';
import { recordSetAside } from './dead-letter.js';
import { createPollStore, type PollStore } from './store.js';

/** The longest `Retry-After` that is honoured. */
const maxRetryAfterMs = 24 * 60 * 60_000;

/** The delay of a poll that failed for reasons of our own, such as a database that is down. */
const retryMs = 10_000;

/** The same, spread, so that those that failed together do not come together again. */
const spreadRetryMs = () => retryMs * (0.5 + Math.random());

/** How long a poll waits for what is away before it gives up what it has fetched (ms). */
const maxHeldMs = 60_000;

interface Needs extends SessionNeeds, RecordNeeds {
  pool: Pool;
  readClient: ReadClient;
  /** The same, or how the client was read last while the database is away. */
  readOrRecall: ReadClient;
  store: PollStore;
  bulkhead: Bulkhead;
  hold: Hold;
  pauses: Pick<Pauses, 'since'>;
  quotas: QuotaLimits<'connectors'>;
  metrics: Pick<RuntimeMetrics, 'record'>;
  activity: ActivityCounter;
  /** Has the vendor tell changes by itself, if it can; never rejects. */
  keepRegistered(session: Session, hook: HookState | null): Promise<void>;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

type OwnNeeds = 'readClient' | 'readOrRecall' | 'store' | 'bulkhead' | 'hold' | 'log';

interface WorkerNeeds extends Omit<Needs, OwnNeeds> {
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
  const concurrency = jobConcurrency(size);
  const { read, readOrRecall } = recallingReader(clientReader(needs));
  const polling = {
    ...needs,
    readClient: read,
    readOrRecall,
    store: createPollStore(needs),
    bulkhead: createBulkhead({ ...size, timeoutMs, stopping }),
    // The other half is for those that need nothing of what is away.
    hold: createHold({ maxHeld: concurrency / 2, maxMs: maxHeldMs, stopping }),
  };
  startScheduleWorker(broker, pollSchedule, {
    run(data, { isUnfinished }, latenessMs) {
      needs.metrics.record('trellis_poll_lateness_seconds', latenessMs / 1_000);
      return poll(polling, data, { isUnfinished, latenessMs });
    },
    concurrency,
    retryMs,
    onFailure: (error, client) => log.error({ err: error, client }, 'poll failed'),
    onSetAside: (data) => recordSetAside(polling, data),
  });
}

/** What a poll is told when it begins. */
interface PollStart extends PreviousRun {
  /** How long after its time that is (ms). */
  latenessMs?: number;
}

/**
 * Polls one client: fetches its entities, publishes what has changed, and records the outcome. After a poll
 * that was cut off everything counts as changed: units-service may have stored what the mappings lack.
 */
export async function poll(
  needs: Needs,
  { client: id }: PollData,
  { isUnfinished, latenessMs = 0 }: PollStart = { isUnfinished: false },
): Promise<NextRun> {
  try {
    const client = await needs.hold(() => needs.readOrRecall(id));
    if (!client) return 'ended';
    const { pausedSince } = client.row;
    if (pausedSince) return { ...(await leaveAlone(needs, client, pausedSince)), isUnfinished };
    return await pollClient(needs, client, { isUnfinished, latenessMs });
  } catch (error) {
    if (!databaseProblem(error)) throw error;
    return { afterMs: needs.stopping.aborted ? 0 : spreadRetryMs(), isUnfinished };
  }
}

/** In place of a poll, while a client is paused. */
async function leaveAlone(
  needs: Needs,
  client: PolledClient,
  pausedSince: Date,
): Promise<{ afterMs: number }> {
  await keepListener(needs.pool, client, false);
  try {
    await tellPaused(needs.store, client.row, pausedSince);
    return { afterMs: pausedIntervalMs };
  } catch (error) {
    if (!isOurs(error)) throw error;
    if (isRefused(error)) await continueRemoval(needs.database, client.row);
    return { afterMs: isRemoved(error) ? pausedIntervalMs : spreadRetryMs() };
  }
}

async function pollClient(
  needs: Needs,
  client: PolledClient,
  { isUnfinished, latenessMs }: Required<PollStart>,
): Promise<NextRun> {
  const { id } = client.row;
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
    if (withoutResult.includes(outcome)) return;
    needs.activity.addPoll(developer, { isFailed: outcome !== 'ok', latenessMs });
  };
  const isOutdated = () => client.isRecalled === true || needs.pauses.since(startedAt);
  try {
    const discovery = await fetchEntities(needs, session);
    await handOver(needs, client, { discovery, isUnfinished, isOutdated: isOutdated() });
    observe('ok');
    await keepListener(needs.pool, client, isListenedFor(session, discovery));
    if (!client.isRecalled) await needs.keepRegistered(session, client.hook);
    const isHeard = client.listener?.isConnected && discovery.listenCoverage !== 'part';
    const intervalMs = isHeard
      ? Math.max(intervalOf(session.client), slowIntervalMs)
      : intervalOf(session.client);
    return { afterMs: untilNextPollMs(id, { intervalMs, failures: 0 }) };
  } catch (error) {
    observe(outcomeOf(needs, error));
    const failed = { error, isOutdated: isOutdated(), isUnfinished };
    const next = await afterFailure(needs, session, failed);
    return isUnfinished && next !== 'ended' ? { isUnfinished, ...next } : next;
  }
}

const isListenedFor = ({ connector, client }: Session, { listenCoverage }: Discovery) =>
  connector.listen !== undefined &&
  (connector.listens?.(client) ?? true) &&
  listenCoverage !== 'none';

/** Polls begin when the end user has authorized the client. */
const awaitsAuthorization = (session: Session) =>
  needsAuthorization(session) && session.row.status === 'STARTING' && session.row.tokens === null;

interface FailedPoll {
  error: unknown;
  /** Whether the client may have changed since it was read, or this process has stood still meanwhile. */
  isOutdated: boolean;
  /** Whether units-service may not know what earlier polls have found out. */
  isUnfinished: boolean;
}

async function afterFailure(
  needs: Needs,
  session: Session,
  { error, isOutdated, isUnfinished }: FailedPoll,
): Promise<NextRun> {
  const { row } = session;
  const intervalMs = intervalOf(session.client);
  if (needs.stopping.aborted) return { afterMs: 0, isUnfinished: true };
  if (isRemoved(error)) {
    if (isRefused(error)) await continueRemoval(needs.database, row);
    return 'ended';
  }
  // These say nothing about the remote technology, so the status stays as it is.
  if (error instanceof NotStored) throw error;
  if (error instanceof Throttled) return { afterMs: error.retryAfterMs ?? intervalMs };
  const usualMs = untilNextPollMs(row.id, { intervalMs, failures: row.failures });
  if (error instanceof Overloaded) return { afterMs: usualMs };
  const soonMs = Math.min(usualMs, spreadRetryMs());
  if (isOurs(error)) return { afterMs: soonMs, isUnfinished: true };
  if (isOutdated) return { afterMs: soonMs };
  const recorded = await recordFailure(needs, row, {
    ...toFailure(error),
    cause: error,
    untold: isUnfinished,
  });
  if (!recorded) return { afterMs: soonMs };
  const { failures, isTold } = recorded;
  const retryAfterMs = error instanceof Unavailable ? (error.retryAfterMs ?? 0) : 0;
  return {
    afterMs: Math.max(
      untilNextPollMs(row.id, { intervalMs, failures }),
      Math.min(retryAfterMs, maxRetryAfterMs),
    ),
    ...(!isTold && { isUnfinished: true }),
  };
}

/** Outcomes of polls that say nothing about the remote technology: these are made again. */
const withoutResult = ['stopping', 'removed', 'throttled', 'overloaded', 'internal'];

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

/** Whether units-service refuses the things of the client because it has removed them for good. */
const isRefused = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'creator_removed';
