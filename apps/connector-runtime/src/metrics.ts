import {
  brokerMetrics,
  calleeMetrics,
  callerMetrics,
  databaseMetrics,
  durationBuckets,
  jobMetrics,
  type Metrics,
  type MetricRows,
} from '@trellis/platform';

const own = {
  trellis_poll_lateness_seconds: {
    type: 'histogram',
    help: 'How long after its time a poll started.',
    labels: [],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  },
  trellis_poll_duration_seconds: {
    type: 'histogram',
    help:
      'How long polls took, by connector type. `outcome` is `ok`, the code of the error of the client, or why ' +
      'its status stays as it is: `throttled`, `overloaded`, `internal`, `stopping` or `removed`.',
    labels: ['type', 'outcome'],
    buckets: durationBuckets,
  },
  trellis_heard_total: {
    type: 'counter',
    help: 'Devices that were heard of between polls, by connector type: each time that one spoke.',
    labels: ['type'],
  },
  trellis_heard_events_total: {
    type: 'counter',
    help:
      'Events of devices that were heard, by what became of them: stored, or dropped because the device tells too ' +
      'many (flooding), too many wait (full), they are malformed (invalid), or its thing has none such (unknown).',
    labels: ['outcome'],
  },
  trellis_listeners: {
    type: 'gauge',
    help: 'Clients that this process listens for, by the state of the connection.',
    labels: ['state'],
  },
  trellis_clients: {
    type: 'gauge',
    help: 'Connector clients by status, in the whole installation; those that are paused are `PAUSED`.',
    labels: ['status'],
  },
  trellis_subscriptions: {
    type: 'gauge',
    help:
      'Subscriptions with an address, in the whole installation, by state: `sending`, `held_up` by a message that ' +
      'is not accepted, or `stopped` because their receiver wants no more.',
    labels: ['state'],
  },
  trellis_schedules: {
    type: 'gauge',
    help: 'Schedules of polls in the queue, in the whole installation.',
    labels: [],
  },
  trellis_schedules_expected: {
    type: 'gauge',
    help: 'Connector clients that must have a schedule: all that do not wait for their authorization.',
    labels: [],
  },
} as const satisfies MetricRows;

/** The metrics of connector-runtime. */
export const metricRows = {
  ...own,
  ...calleeMetrics,
  ...callerMetrics,
  ...jobMetrics,
  ...databaseMetrics,
  ...brokerMetrics,
};

export type RuntimeMetrics = Metrics<typeof metricRows>;
