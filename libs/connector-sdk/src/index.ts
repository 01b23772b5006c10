export * as affordances from './affordances.js';
export { actionAffordance, isPlainText, propertyAffordance } from '@trellis/contracts';
export * from './certificate.js';
export * from './color.js';
export * from './connector.js';
export * from './egress.js';
export * from './failure.js';
export {
  checkedUrl,
  createHttp,
  retryAfterOf,
  type Http,
  type HttpAnswer,
  type HttpBounds,
  type HttpRequest,
} from './http.js';
export type { TlsTrust } from './connect.js';
export * from './limits.js';
export * from './memory.js';
export * from './oauth2.js';
export * from './one-line.js';
export * from './place.js';
export * from './web-socket.js';
