export { clientCredentials, type ClientCredentials, type TokenSource } from './access-token.js';
export type {
  Answer,
  CallOptions,
  DataOf,
  OptionsOf,
  PathOf,
  ViewedItem,
  ViewedOptions,
  ViewedPath,
} from './calls.js';
export type { Change, ChangePage, ChangesOptions } from './changes.js';
export type { EventData, StreamItem, StreamOptions, TrellisEvent } from './events.js';
export type { Capabilities } from './generated/capabilities.js';
export type { components, ProblemCode } from './generated/openapi.js';
export { nextCursor } from './pages.js';
export { isProblem, TrellisConnectionError, TrellisProblem } from './problem.js';
export { Thing, type CapabilityName, type CapabilityView } from './thing.js';
export {
  Trellis,
  type ItemOf,
  type ListPath,
  type ClientOperation,
  type LogbookOptions,
  type OperationConditions,
  type ThingsOptions,
  type TrellisOptions,
} from './trellis.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type SubscriptionData,
  type SubscriptionMessage,
  type WebhookData,
  type WebhookMessage,
  type WebhookRequest,
} from './verify-webhook.js';
