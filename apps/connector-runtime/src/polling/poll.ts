import type { QuotaLimits } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import {
  startScheduleWorker,
  type Broker,
  type NextRun,
  type PreviousRun,
} from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Configuration } from '../configuration.js';
import { createBulkhead, type Bulkhead } from '../limits/bulkhead.js';
import { jobConcurrency, pollBulkheadSize } from '../limits/bulkhead-sizes.js';
import { needsAuthorization } from '../oauth/needs-authorization.js';
import { sessionOf, type Session, type SessionNeeds } from '../session.js';
import { conclude, ensureListener, type ConcludeNeeds } from './conclude.js';
import { asOwnWork } from './failure.js';
import { fetchEntities } from './fetch.js';
import { classify, outcomes, type PollResult } from './outcomes.js';
import { pausedIntervalMs, publishPause, type PublishNeeds } from './publish.js';
import { publishResult } from './publish-result.js';
import type { PolledClient, ReadClient } from './read.js';
import { recordDeadLetter, recordRemoval } from './record.js';
import { pollSchedule, retryMs, spreadRetryMs, type PollData } from './schedule.js';
import type { Stalls } from './stalls.js';

export interface PollNeeds extends SessionNeeds, PublishNeeds, ConcludeNeeds {
  readClient: ReadClient;
  bulkhead: Bulkhead;
  stalls: Pick<Stalls, 'since'>;
  quotas: QuotaLimits<'connectors'>;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

/** Polls every client on its schedule until the broker is closed. */
export function startPollWorker(
  broker: Broker,
  needs: Omit<PollNeeds, 'bulkhead'> & { log: Pick<Logger, 'info' | 'warn' | 'error'> },
  configuration: Configuration,
): void {
  const { log, metrics, readClient, stopping } = needs;
  const size = pollBulkheadSize(configuration);
  const timeoutMs = configuration.POLL_TIMEOUT_MS;
  const polling = { ...needs, bulkhead: createBulkhead({ ...size, timeoutMs, stopping }) };
  startScheduleWorker(broker, pollSchedule, {
    run(data, { isUnfinished }, latenessMs) {
      metrics.record('trellis_poll_lateness_seconds', latenessMs / 1_000);
      return poll(polling, data, { isUnfinished, latenessMs });
    },
    concurrency: jobConcurrency(size),
    retryMs,
    onFailure: (error, client) => log.error({ err: error, client }, 'poll failed'),
    async onDeadLetter({ client: id }) {
      const client = await readClient(id);
      if (client) await recordDeadLetter(needs, client.row);
    },
  });
}

interface PollStart extends PreviousRun {
  /** How late the poll begins (ms). */
  latenessMs?: number;
}

/**
 * Polls one client: fetches its entities, publishes what has changed, and records the outcome. After an interrupted
 * poll everything is published, because units-service may have stored what the mappings lack.
 */
export async function poll(
  needs: PollNeeds,
  { client: id }: PollData,
  { isUnfinished: publishAll, latenessMs = 0 }: PollStart = { isUnfinished: false },
): Promise<NextRun> {
  try {
    const client = await needs.readClient(id);
    if (!client) return 'ended';
    return client.row.pausedSince
      ? await republishPause(needs, client, publishAll)
      : await pollClient(needs, client, { publishAll, latenessMs });
  } catch (error) {
    if (!databaseProblem(error)) throw error;
    const afterMs = needs.stopping.aborted ? 0 : spreadRetryMs();
    return { afterMs, isUnfinished: publishAll };
  }
}

/** Runs in place of a poll while a client is paused. */
async function republishPause(
  needs: PollNeeds,
  client: PolledClient,
  isUnfinished: boolean,
): Promise<NextRun> {
  const { row } = client;
  await ensureListener(needs.pool, client, false);
  try {
    await asOwnWork(() => publishPause(needs.store, row));
    return { afterMs: pausedIntervalMs, isUnfinished };
  } catch (error) {
    const { record, next } = outcomes[classifyFailure(needs, error, performance.now())];
    if (record === 'fault') throw error;
    if (record === 'removal') await recordRemoval(needs.database, row);
    return { afterMs: next === 'never' ? pausedIntervalMs : spreadRetryMs(), isUnfinished };
  }
}

async function pollClient(
  needs: PollNeeds,
  client: PolledClient,
  { publishAll, latenessMs }: { publishAll: boolean; latenessMs: number },
): Promise<NextRun> {
  const session = sessionOf(needs, client.row, client.memory);
  if (awaitsAuthorization(session)) return 'ended';
  needs.tracing?.annotate({
    'trellis.developer': client.row.developer,
    'trellis.connector_type': client.row.connectorType,
  });
  const startedAt = performance.now();
  const result = await attempt(needs, { client, session, publishAll, startedAt });
  const durationMs = performance.now() - startedAt;
  return conclude(needs, { client, session, publishAll, result, durationMs, latenessMs });
}

/** Polls begin when the end user has authorized the client. */
const awaitsAuthorization = (session: Session) =>
  needsAuthorization(session) && session.row.status === 'STARTING' && session.row.tokens === null;

interface Attempt {
  client: PolledClient;
  session: Session;
  publishAll: boolean;
  startedAt: number;
}

async function attempt(
  needs: PollNeeds,
  { client, session, publishAll, startedAt }: Attempt,
): Promise<PollResult> {
  try {
    const discovery = await fetchEntities(needs, session);
    await publishResult(needs, client, { discovery, publishAll });
    return { class: 'succeeded', discovery };
  } catch (error) {
    return { class: classifyFailure(needs, error, startedAt), error };
  }
}

const classifyFailure = ({ stopping, stalls }: PollNeeds, error: unknown, startedAt: number) =>
  classify(error, { isStopping: stopping.aborted, hasStalled: stalls.since(startedAt) });
