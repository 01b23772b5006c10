export { actionAffordance, isPlainText, propertyAffordance } from '@trellis/contracts';
export * from './affordances.js';
export * from './capabilities/index.js';
export * from './color.js';
export * from './configuration.js';
export * from './connector.js';
export * from './device.js';
export * from './dispatch.js';
export * from './egress.js';
export * from './failure.js';
export {
  parseHttpUrl,
  createHttp,
  parseRetryAfterMs,
  type Http,
  type HttpAnswer,
  type HttpBounds,
  type HttpRequest,
} from './http.js';
export type { TlsTrust } from './connect.js';
export { raceSignal } from './in-time.js';
export * from './limits.js';
export * from './memory.js';
export * from './oauth2.js';
export * from './one-line.js';
export * from './room.js';
export * from './slug.js';
export * from './web-socket.js';
