export {
  commonConfiguration,
  ConfigurationError,
  readConfiguration,
  wholeNumber,
  wholeNumbers,
} from './configuration.js';
export { calleeMetrics, callerMetrics, observeCallee, observeCaller } from './metrics/calls.js';
export { runDoctor } from './doctor.js';
export type { Logger } from './logging/log.js';
export { createRedaction } from './logging/redaction.js';
export { databaseMetrics, readPools } from './metrics/database.js';
export { createMetrics, type Metrics } from './metrics/metrics.js';
export { processMetrics } from './metrics/process.js';
export { brokerMetrics, jobMetrics, observeJobs, readBroker, readJobs } from './metrics/queues.js';
export { durationBuckets, type MetricRow, type MetricRows } from './metrics/rows.js';
export { serveProbes } from './probes.js';
export { runService, type ServiceContext } from './service.js';
export { startSweeps } from './sweeps.js';
