import { brokerMetrics, calleeMetrics, databaseMetrics, jobMetrics } from '@trellis/platform';

export const metricRows = {
  ...calleeMetrics,
  ...jobMetrics,
  ...databaseMetrics,
  ...brokerMetrics,
};
