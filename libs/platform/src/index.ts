export {
  commonConfiguration,
  ConfigurationError,
  publicUrl,
  readConfiguration,
} from './configuration.js';
export { calleeMetrics, callerMetrics, observeCallee, observeCaller } from './metrics/calls.js';
export { runChecks } from './run-checks.js';
export type { Logger } from './logging/log.js';
export { createRedaction } from './logging/redaction.js';
export { databaseMetrics, readPools, readPurging } from './metrics/database.js';
export { createMetrics, type Metrics, type Reading } from './metrics/metrics.js';
export { brokerMetrics, jobMetrics, observeJobs, readBroker, readJobs } from './metrics/queues.js';
export {
  durationBuckets,
  processMetrics,
  type MetricRow,
  type MetricRows,
} from './metrics/rows.js';
export { serveProbes } from './probes.js';
export { runService, type ServiceContext } from './service.js';
export { repeat, startMaintenance } from './maintenance.js';
export { startTracing } from './tracing/start.js';
export type { Tracing } from './tracing/tracing.js';
export { wholeNumber, wholeNumbers } from './whole-number.js';
