export {
  commonConfiguration,
  ConfigurationError,
  readConfiguration,
  wholeNumber,
} from './configuration.js';
export { serveProbes } from './probes.js';
export { runService, type Logger, type ServiceContext } from './service.js';
