export {
  commonConfiguration,
  ConfigurationError,
  readConfiguration,
  wholeNumber,
} from './configuration.js';
export { runService, type Logger } from './service.js';
