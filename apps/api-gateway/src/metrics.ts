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
      'How long requests took, until the answer was sent, a stream began or a long poll began to wait. `route` is the path of the operation, or `unknown`; ' +
      '`status` is the class of the status code, or `aborted` when the caller left before an answer.',
    labels: ['method', 'route', 'status'],
    buckets: durationBuckets,
  },
  trellis_event_streams: {
    type: 'gauge',
    help: 'Event streams that are open.',
    labels: [],
  },
} as const satisfies MetricRows;

/** The metrics of api-gateway. */
export const metricRows = { ...own, ...callerMetrics, ...brokerMetrics };

export type GatewayMetrics = Metrics<typeof metricRows>;
