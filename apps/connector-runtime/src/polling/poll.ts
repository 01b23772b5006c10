import type { Discovery } from '@trellis/connector-sdk';
import type { OperationRun } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import {
  startScheduleWorker,
  type Broker,
  type NextRun,
  type PreviousRun,
} from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Configuration } from '../configuration.js';
import type { IsolationLevel } from '../isolation/discover.js';
import { createBulkhead } from '../limits/bulkhead.js';
import { jobConcurrency, pollBulkheadSize } from '../limits/bulkhead-sizes.js';
import { needsAuthorization } from '../oauth/needs-authorization.js';
import { sessionOf, type Session, type SessionNeeds } from '../session.js';
import { pollSchedule } from '../queues.js';
import type { Runtime } from '../runtime.js';
import {
  conclude,
  ensureListener,
  classify,
  outcomes,
  type ConcludeNeeds,
  type PollResult,
} from './outcomes.js';
import { asOwnWork, toFailure } from './failure.js';
import { fetchEntities } from './fetch.js';
import { pausedIntervalMs, publishChanges, publishPause, type PublishNeeds } from './publish.js';
import type { PolledClient } from './read.js';
import { recordDeadLetter, recordRemoval, recordSuccess } from './record.js';
import { retryMs, spreadRetryMs } from './schedule.js';
import type { Stalls } from './stalls.js';
import { compareDiscovery, emptyWarnings, isPresent, withoutState } from './reconcile.js';
import { recognize } from './recognize.js';
import { areSameMissing, deferMissing } from './missing-devices.js';

interface PollNeeds
  extends
    SessionNeeds,
    PublishNeeds,
    ConcludeNeeds,
    Pick<Runtime, 'readClient' | 'bulkhead' | 'isolation' | 'quotas' | 'stopping'> {
  stalls: Pick<Stalls, 'since'>;
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
  { client: id }: { client: string },
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
    const { discovery, level } = await fetchEntities(needs, session);
    const counts = await asOwnWork(() =>
      publishResult(needs, client, { discovery, level, publishAll }),
    );
    return { class: 'succeeded', discovery, counts };
  } catch (error) {
    return { class: classifyFailure(needs, error, startedAt), error };
  }
}

const classifyFailure = ({ stopping, stalls }: PollNeeds, error: unknown, startedAt: number) =>
  classify(error, { isStopping: stopping.aborted, hasStalled: stalls.since(startedAt) });

interface Found {
  discovery: Discovery;
  /** Where the next poll runs. */
  level: IsolationLevel;
  publishAll: boolean;
}

/** Publishes what a poll has found, and records its success; returns the numbers of devices. */
async function publishResult(
  needs: PollNeeds,
  { row, known: stored, missing: earlier }: PolledClient,
  { discovery, level, publishAll }: Found,
): Promise<OperationRun['counts']> {
  const now = row.polled ?? new Date();
  const { complete } = discovery;
  const { known, taken } = await recognize(needs, row, {
    known: stored,
    entities: discovery.entities,
    isGone: (one) => complete || !isPresent(one),
  });
  const before = publishAll ? known.map(withoutState) : known;
  const compared = compareDiscovery(row, before, discovery, taken);
  const { changes, missing } = deferMissing({ known, missing: earlier }, compared, now);
  const isNew = row.status === 'STARTING';
  const isPublished = !row.isResuming && (isNew || (row.status === 'STARTED' && !publishAll));
  if (!isPublished) changes.status = { error: null, since: now.toISOString() };
  const reported = discovery.problems.map(({ device, failure }) => ({
    ...toFailure(failure),
    connector_thing_id: device,
  }));
  const published = await publishChanges(needs, row, { known, changes });
  if (!areSameMissing(earlier, missing)) await needs.store.storeMissing(row, missing);
  const warnings = [
    ...reported,
    ...emptyWarnings(discovery, known),
    ...changes.warnings,
    ...published.warnings,
  ];
  const { account } = discovery;
  await recordSuccess(needs, row, { warnings, rooms: changes.rooms, isolation: level, account });
  const { changed, vanished, unobserved } = changes;
  return {
    found: discovery.entities.length,
    changed: changed.length,
    missing: vanished.length + unobserved.length,
  };
}
