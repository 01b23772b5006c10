import type { Metrics } from './metrics.js';
import { durationBuckets, type MetricRows } from './rows.js';

/** Metrics of a process that makes calls. */
export const callerMetrics = {
  trellis_call_duration_seconds: {
    type: 'histogram',
    help: 'Duration of calls to other services, as the caller sees it.',
    labels: ['call', 'outcome'],
    buckets: durationBuckets,
  },
} as const satisfies MetricRows;

/** Metrics of a process that answers calls. */
export const calleeMetrics = {
  trellis_call_age_seconds: {
    type: 'histogram',
    help: 'Time that calls spent in the queue.',
    labels: ['call'],
    buckets: durationBuckets,
  },
  trellis_call_handling_seconds: {
    type: 'histogram',
    help: 'Duration of calls from their arrival to the answer.',
    labels: ['call', 'outcome'],
    buckets: durationBuckets,
  },
  trellis_call_batch_size: {
    type: 'histogram',
    help: 'Number of calls answered together.',
    labels: ['call'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  },
} as const satisfies MetricRows;

/** Creates an observer that records the calls that a process makes. */
export const observeCaller = (metrics: Pick<Metrics<typeof callerMetrics>, 'record'>) => ({
  callEnded: (call: string, outcome: string, ms: number) =>
    metrics.record('trellis_call_duration_seconds', ms / 1_000, call, outcome),
});

/** Creates an observer that records the calls that a process answers. */
export const observeCallee = (metrics: Pick<Metrics<typeof calleeMetrics>, 'record'>) => ({
  callArrived: (call: string, ageMs: number) =>
    metrics.record('trellis_call_age_seconds', Math.max(0, ageMs) / 1_000, call),
  callAnswered: (call: string, outcome: string, ms: number) =>
    metrics.record('trellis_call_handling_seconds', ms / 1_000, call, outcome),
  batchStarted: (call: string, size: number) =>
    metrics.record('trellis_call_batch_size', size, call),
});
