import {
  brokerMetrics,
  callerMetrics,
  durationBuckets,
  type MetricRows,
  type Metrics,
} from '@trellis/platform';

const own = {
  trellis_http_request_duration_seconds: {
    type: 'histogram',
    help:
      'Duration of requests until the answer was sent, a stream began, or a long poll began to wait. `route` ' +
      'is the path of the operation or `unknown`; `status` the class of the status, or `aborted`.',
    labels: ['method', 'route', 'status'],
    buckets: durationBuckets,
  },
  trellis_agents: { type: 'gauge', help: 'Connected agents.', labels: [] },
  trellis_event_streams: { type: 'gauge', help: 'Open event streams.', labels: [] },
} as const satisfies MetricRows;

export const metricRows = { ...own, ...callerMetrics, ...brokerMetrics };

export type GatewayMetrics = Metrics<typeof metricRows>;
