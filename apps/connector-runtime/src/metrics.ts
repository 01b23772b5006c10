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
    help: 'How long after it was due a poll started.',
    labels: [],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  },
  trellis_poll_duration_seconds: {
    type: 'histogram',
    help:
      'Duration of polls by connector type. `outcome` is `ok`, the error code of the client, or the reason why ' +
      'its status does not change: `throttled`, `overloaded`, `internal`, `stopping` or `removed`.',
    labels: ['type', 'outcome'],
    buckets: durationBuckets,
  },
  trellis_heard_total: {
    type: 'counter',
    help: 'Reports of devices between polls, by connector type.',
    labels: ['type'],
  },
  trellis_heard_events_total: {
    type: 'counter',
    help:
      'Events reported by devices: stored, or dropped because the device sends too many (flooding), too many ' +
      'wait (full), the event is malformed (invalid), or its thing has no such event (unknown).',
    labels: ['outcome'],
  },
  trellis_listeners: {
    type: 'gauge',
    help: 'Clients that this process listens for, by state of the connection.',
    labels: ['state'],
  },
  trellis_clients: {
    type: 'gauge',
    help: 'Connector clients of the installation by status, or `PAUSED`.',
    labels: ['status'],
  },
  trellis_paired_agents: {
    type: 'gauge',
    help: 'Paired agents of the installation, by state: `online` or `offline`.',
    labels: ['state'],
  },
  trellis_subscriptions: {
    type: 'gauge',
    help:
      'Subscriptions of the installation that post messages: `sending`, `held_up` by a message that is not ' +
      'accepted, or `stopped` by the receiver.',
    labels: ['state'],
  },
  trellis_alert_messages_total: {
    type: 'counter',
    help: 'Attempts to send messages of alert rules, by channel: `delivered`, `pending` (another follows), or `failed`.',
    labels: ['channel', 'outcome'],
  },
  trellis_schedules: {
    type: 'gauge',
    help: 'Schedules of polls in the queue, of the whole installation.',
    labels: [],
  },
  trellis_schedules_expected: {
    type: 'gauge',
    help: 'Connector clients that must have a schedule: all that do not wait for authorization.',
    labels: [],
  },
} as const satisfies MetricRows;

export const metricRows = {
  ...own,
  ...calleeMetrics,
  ...callerMetrics,
  ...jobMetrics,
  ...databaseMetrics,
  ...brokerMetrics,
};

export type RuntimeMetrics = Metrics<typeof metricRows>;
