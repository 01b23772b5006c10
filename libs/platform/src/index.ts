export {
  commonConfiguration,
  ConfigurationError,
  readConfiguration,
  wholeNumber,
  type CommonConfiguration,
} from './configuration.js';
export { runService, type Logger, type ServiceContext, type ServiceDefinition } from './service.js';
