export {
  commonConfiguration,
  ConfigurationError,
  readConfiguration,
  wholeNumber,
} from './configuration.js';
export { runService, type Logger, type ServiceContext } from './service.js';
