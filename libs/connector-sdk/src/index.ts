export {
  actionAffordance,
  eventAffordance,
  isPlainText,
  list,
  propertyAffordance,
} from '@trellis/contracts';
export * from './budget.js';
export * from './capabilities/index.js';
export * from './color.js';
export * from './configuration.js';
export * from './connector.js';
export type { ConnectorContext } from './context.js';
export * from './report.js';
export * from './device.js';
export * from './dispatch.js';
export type { Entity } from './entity.js';
export * from './failure.js';
export * from './fan-out.js';
export * from './hook.js';
export * from './json.js';
export * from './limits.js';
export * from './memory.js';
export { raceSignal } from './net/abort.js';
export * from './net/egress.js';
export * from './net/event-stream.js';
export * from './net/http.js';
export * from './net/lookup.js';
export { createNameLookup } from './net/names.js';
export * from './net/request.js';
export { nextLink, parseRetryAfterMs } from './net/status.js';
export * from './net/url.js';
export * from './net/web-socket.js';
export * from './oauth2.js';
export * from './text.js';
export { lockStates, standardNames } from './vocabulary.js';
