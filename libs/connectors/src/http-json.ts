/** The connector for descriptions, for those that come with Trellis. */
export {
  instance as description,
  type Instance as Description,
} from './http-json/configuration.js';
export { httpJson } from './http-json/connector.js';
export { parameter, parameters } from './http-json/parameters.js';
export type { Remote } from './http-json/remote.js';
export type { Command } from './http-json/send.js';
