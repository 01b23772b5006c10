import { Unavailable, type Discovery } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { isDatabaseError } from '../database.js';
import { Overloaded } from '../limits/bulkhead.js';
import { Throttled } from '../limits/rates.js';
import { isRemoved, NotPublished, toFailure } from './failure.js';
import { spreadRetryMs, untilNextPollMs } from './schedule.js';

/** The longest `Retry-After` that is honoured. */
const maxRetryAfterMs = 24 * 60 * 60_000;

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
  | { class: 'succeeded'; discovery: Discovery }
  | { class: Exclude<ResultClass, 'succeeded'>; error: unknown };

interface Circumstances {
  /** Whether the service is stopping. */
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
  return hasStalled ? 'stalled' : 'failed';
}

export interface Outcome {
  /** Value of the label `outcome` of `trellis_poll_duration_seconds`. */
  metric: string | ((error: unknown) => string);
  /** Whether the poll counts in the developer's activity, because the remote technology was asked. */
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
}

const usualMs = ({ client, ...times }: PolledTimes) => untilNextPollMs(client, times);

const requestedMs = ({ error }: PolledTimes): number | undefined =>
  error instanceof Unavailable ? error.retryAfterMs : undefined;

/** Delays until the next poll (ms). */
export const delays = {
  now: () => 0,
  soon: (times: PolledTimes) => Math.min(usualMs(times), spreadRetryMs()),
  interval: (times: PolledTimes) => usualMs({ ...times, failures: 0 }),
  usual: usualMs,
  retryAfter: (times: PolledTimes) => requestedMs(times) ?? times.intervalMs,
  backoff: (times: PolledTimes) =>
    Math.max(usualMs(times), Math.min(requestedMs(times) ?? 0, maxRetryAfterMs)),
};
