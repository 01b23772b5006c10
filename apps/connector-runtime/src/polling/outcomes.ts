import {
  ConnectorFailure,
  Unavailable,
  type DeviceProblem,
  type Discovery,
} from '@trellis/connector-sdk';
import { connectorTypeOf, Problem, type OperationRun } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { NextRun } from '@trellis/messaging';
import type { Pool } from 'pg';
import { recordOperation, startedBy } from '../activity/record.js';
import { isDatabaseError } from '../database.js';
import { Overloaded } from '../limits/bulkhead.js';
import { Throttled } from '../limits/rates.js';
import type { Session, SessionNeeds } from '../session.js';
import type { Runtime } from '../runtime.js';
import { isRemoved, NotPublished, toFailure } from './failure.js';
import { spreadRetryMs, untilNextPollMs, intervalOf, slowIntervalMs } from './schedule.js';
import type { PolledClient } from './read.js';
import type { HookState } from './read.sql.js';
import { recordFailure, recordRemoval, type RecordNeeds } from './record.js';
import { forgetRequester } from './requester.sql.js';
import { addListeners, removeListeners } from './store.sql.js';

/** The longest `Retry-After` that is honoured. */
const maxRetryAfterMs = 24 * 60 * 60_000;

/** The same after a poll that read something: the limit may be that of a part. */
const maxPartialWaitMs = 60 * 60_000;

/** The classes into which the results of polls fall. Each is a row of {@link outcomes}. */
export type ResultClass =
  | 'succeeded'
  | 'failed'
  | 'throttled'
  | 'overloaded'
  | 'stalled'
  | 'outage'
  | 'fault'
  | 'stopping'
  | 'removed'
  | 'refused';

export type PollResult =
  | { class: 'succeeded'; discovery: Discovery; counts: OperationRun['counts'] }
  | { class: Exclude<ResultClass, 'succeeded'>; error: unknown };

interface Circumstances {
  isStopping: boolean;
  /** Whether this process stood still during the poll, so that timeouts say nothing about the device. */
  hasStalled: boolean;
}

/** Returns the class of a poll that ended with an error. */
export function classify(
  error: unknown,
  { isStopping, hasStalled }: Circumstances,
): Exclude<ResultClass, 'succeeded'> {
  if (isStopping) return 'stopping';
  if (error instanceof Problem && error.code === 'creator_removed') return 'refused';
  if (isRemoved(error)) return 'removed';
  if (error instanceof NotPublished) return 'fault';
  if (error instanceof Throttled) return 'throttled';
  if (error instanceof Overloaded) return 'overloaded';
  if (error instanceof Problem || isDatabaseError(error)) return 'outage';
  return hasStalled && !hasAnswered(error) ? 'stalled' : 'failed';
}

/** Returns whether the technology answered, which it did however late that was noticed. */
const hasAnswered = (error: unknown): boolean =>
  error instanceof ConnectorFailure && error.facts.status !== undefined;

interface Outcome {
  /** Value of the label `outcome` of `trellis_poll_duration_seconds`. */
  metric: string | ((error: unknown) => string);
  /** Whether the poll counts in the developer's activity, because it sent requests to the remote technology. */
  isActivity: boolean;
  /** The record to store. Only `success` and `failure` change the client's status. */
  record: 'success' | 'failure' | 'removal' | 'fault' | 'nothing';
  next: keyof typeof delays | 'never';
  /** Whether the next poll publishes everything, because it is unknown what units-service has stored. */
  publishAll?: true;
}

const codeOf = (error: unknown) => toFailure(error).code;

/** The consequences of a poll, by the class of its result. */
export const outcomes: Record<ResultClass, Outcome> = {
  succeeded: { metric: 'ok', isActivity: true, record: 'success', next: 'interval' },
  failed: { metric: codeOf, isActivity: true, record: 'failure', next: 'backoff' },
  // Our own limits, and our own faults: they say nothing about the device.
  throttled: { metric: 'throttled', isActivity: false, record: 'nothing', next: 'retryAfter' },
  overloaded: { metric: 'overloaded', isActivity: false, record: 'nothing', next: 'usual' },
  stalled: { metric: 'internal', isActivity: false, record: 'nothing', next: 'soon' },
  outage: {
    metric: 'internal',
    isActivity: false,
    record: 'nothing',
    next: 'soon',
    publishAll: true,
  },
  fault: { metric: 'internal', isActivity: false, record: 'fault', next: 'soon', publishAll: true },
  stopping: {
    metric: 'stopping',
    isActivity: false,
    record: 'nothing',
    next: 'now',
    publishAll: true,
  },
  // The client is gone here, or its things are gone for good in units-service.
  removed: { metric: 'removed', isActivity: false, record: 'nothing', next: 'never' },
  refused: { metric: 'removed', isActivity: false, record: 'removal', next: 'never' },
};

interface PolledTimes {
  client: string;
  /** How often the client is polled (ms). */
  intervalMs: number;
  /** Consecutive failed polls, including this one. */
  failures: number;
  error?: unknown;
  /** The problems of a successful poll. */
  problems?: readonly DeviceProblem[];
}

const usualMs = ({ client, ...times }: PolledTimes) => untilNextPollMs(client, times);

const requestedMs = ({ error }: Pick<PolledTimes, 'error'>): number | undefined =>
  error instanceof Unavailable ? error.retryAfterMs : undefined;

/** Returns how long the limits demand to wait that a poll met (ms); 0 if they demand nothing. */
const longestWaitMs = (problems: readonly DeviceProblem[]): number =>
  Math.max(
    0,
    ...problems
      .filter(({ failure }) => failure.facts.cause === 'rate_limited')
      .map(({ failure }) => requestedMs({ error: failure }) ?? 0),
  );

/** Delays until the next poll (ms). */
export const delays = {
  now: () => 0,
  soon: (times: PolledTimes) => Math.min(usualMs(times), spreadRetryMs()),
  interval: (times: PolledTimes) =>
    Math.max(
      usualMs({ ...times, failures: 0 }),
      Math.min(longestWaitMs(times.problems ?? []), maxPartialWaitMs),
    ),
  usual: usualMs,
  retryAfter: (times: PolledTimes) => requestedMs(times) ?? times.intervalMs,
  backoff: (times: PolledTimes) =>
    Math.max(usualMs(times), Math.min(requestedMs(times) ?? 0, maxRetryAfterMs)),
};

export interface ConcludeNeeds
  extends SessionNeeds, RecordNeeds, Pick<Runtime, 'pool' | 'metrics' | 'activity'> {
  /** Registers an address at which the vendor reports changes, if it can; never rejects. */
  renewRegistration(session: Session, hook: HookState | null): Promise<void>;
}

interface EndedPoll {
  client: PolledClient;
  session: Session;
  /** Whether the poll published everything, not only what had changed. */
  publishAll: boolean;
  result: PollResult;
  durationMs: number;
  latenessMs: number;
}

/** Measures and records a poll as its row of {@link outcomes} says, and returns when the next one runs. */
export async function conclude(needs: ConcludeNeeds, poll: EndedPoll): Promise<NextRun> {
  const { client, result } = poll;
  const outcome = outcomes[result.class];
  const error = 'error' in result ? result.error : undefined;
  measure(needs, poll);
  await record(needs, poll);
  let { next } = outcome;
  let { failures } = client.row;
  let publishAll = outcome.publishAll || (poll.publishAll && result.class !== 'succeeded');
  switch (outcome.record) {
    case 'success':
      await followUp(needs, poll);
      break;
    case 'failure': {
      const failure = { ...toFailure(error), thrown: error, isUnpublished: poll.publishAll };
      const recorded = await recordFailure(needs, client.row, failure);
      failures = recorded?.failures ?? failures;
      publishAll ||= recorded?.isPublished === false;
      if (!recorded) next = 'soon';
      break;
    }
    case 'removal':
      await recordRemoval(needs.database, client.row);
      break;
    case 'fault':
      throw error;
  }
  if (next === 'never') return 'ended';
  const intervalMs = pollIntervalMs(poll);
  const problems = 'discovery' in result ? result.discovery.problems : undefined;
  const afterMs = delays[next]({ client: client.row.id, intervalMs, failures, error, problems });
  return publishAll ? { afterMs, isUnfinished: true } : { afterMs };
}

/** Results that say nothing about the client. */
const unrecorded: readonly ResultClass[] = ['stopping', 'removed', 'refused'];

/** Records the poll as an operation of the client. */
async function record(
  needs: ConcludeNeeds,
  { client, session, result, durationMs }: EndedPoll,
): Promise<void> {
  if (unrecorded.includes(result.class)) return;
  const isSuccess = result.class === 'succeeded';
  const { id, requestedBy } = client.row;
  recordOperation(needs, session, {
    kind: 'poll',
    startedAt: performance.now() - durationMs,
    ...(requestedBy && { startedBy: startedBy(requestedBy) }),
    ...(isSuccess ? { counts: result.counts } : { failure: failureOf(result) }),
    ...(!isSuccess && { attempt: client.row.failures + 1 }),
  });
  if (requestedBy) await query(needs.pool, forgetRequester, [id, JSON.stringify(requestedBy)]);
}

function failureOf({ class: name, error }: Exclude<PollResult, { class: 'succeeded' }>) {
  if (name === 'failed') return toFailure(error);
  if (name === 'throttled') return { code: name, detail: 'The requests to it are limited.' };
  if (name === 'overloaded') {
    return { code: name, detail: 'Too many polls of the account wait, or take long.' };
  }
  return { code: 'internal', detail: 'The service had a fault. The poll is repeated soon.' };
}

function measure(
  { metrics, tracing, activity }: ConcludeNeeds,
  { client: { row }, result, durationMs, latenessMs }: EndedPoll,
): void {
  const { metric, isActivity } = outcomes[result.class];
  const name = typeof metric === 'string' ? metric : metric('error' in result && result.error);
  const type = connectorTypeOf(row.connectorType);
  metrics.record('trellis_poll_duration_seconds', durationMs / 1_000, type, name);
  tracing?.annotate({ 'trellis.poll.outcome': name });
  const isFailed = result.class !== 'succeeded';
  if (isActivity) {
    const { developer, connectorType } = row;
    activity.addPoll(developer, { connectorType, isFailed, latenessMs, durationMs });
  }
}

/** Starts or stops listening after a successful poll, and renews the registration at the vendor. */
async function followUp(
  needs: ConcludeNeeds,
  { client, session, result }: EndedPoll,
): Promise<void> {
  const { connector } = session;
  const isListenedFor =
    connector.listen !== undefined &&
    (connector.listens?.(session.client) ?? true) &&
    (result.class !== 'succeeded' || result.discovery.listenCoverage !== 'none');
  await ensureListener(needs.pool, client, isListenedFor);
  await needs.renewRegistration(session, client.hook);
}

/** Adds or removes a client's listener, unless that is done. Some worker follows within seconds. */
export async function ensureListener(
  pool: Pool,
  { row, listener }: Pick<PolledClient, 'row' | 'listener'>,
  isListenedFor: boolean,
): Promise<void> {
  if (isListenedFor === (listener !== null)) return;
  const change = isListenedFor ? addListeners : removeListeners;
  // The next poll repeats what cannot be stored now.
  await query(pool, change, [[row.key]]).catch(() => undefined);
}

/** Returns how often a client is polled (ms): rarely while a connected listener reports everything. */
function pollIntervalMs({ client, session, result }: EndedPoll): number {
  const intervalMs = intervalOf(session.client);
  const isCovered =
    result.class === 'succeeded' &&
    client.listener?.isConnected === true &&
    result.discovery.listenCoverage !== 'part';
  return isCovered ? Math.max(intervalMs, slowIntervalMs) : intervalMs;
}
