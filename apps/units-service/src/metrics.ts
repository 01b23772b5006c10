import { brokerMetrics, calleeMetrics, databaseMetrics, jobMetrics } from '@trellis/platform';

/** The metrics of units-service. */
export const metricRows = {
  ...calleeMetrics,
  ...jobMetrics,
  ...databaseMetrics,
  ...brokerMetrics,
};
