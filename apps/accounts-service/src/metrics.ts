import { brokerMetrics, calleeMetrics, databaseMetrics } from '@trellis/platform';

export const metricRows = { ...calleeMetrics, ...databaseMetrics, ...brokerMetrics };
