export {
  actionAffordance,
  affordanceRole,
  eventAffordance,
  isPlainText,
  list,
  propertyAffordance,
  splitName,
} from '@trellis/contracts';
export type { VendorAccount } from '@trellis/contracts';
export * from './account.js';
export * from './budget.js';
export * from './capabilities/abilities.js';
export { abilitiesWithoutType, typesWithoutAbility } from './capabilities/conforming.js';
export * from './capabilities/device-classes.js';
export { parseKey, withKeys } from './capabilities/keys.js';
export { effects, sentenceOf } from './capabilities/effects.js';
export * from './capabilities/levels.js';
export * from './capabilities/parts.js';
export { quantityOf } from './capabilities/quantities.js';
export { colorModeByName } from './capabilities/unify.js';
export * from './color.js';
export * from './configuration.js';
export * from './connector.js';
export * from './context.js';
export * from './device.js';
export * from './dispatch.js';
export type { AbilityKeys, Entity } from './entity.js';
export { isAllowed } from './allowed.js';
export * from './failure.js';
export * from './fan-out.js';
export * from './hook.js';
export { macIdentifier } from './identifiers.js';
export * from './json.js';
export * from './limits.js';
export { raceSignal } from './net/abort.js';
export { agentOffline, type AgentRoute } from './net/agent-route.js';
export { watchCertificate } from './net/certificate.js';
export { connectionFailure } from './net/connection-failure.js';
export { dial, secure } from './net/dial.js';
export { parseAnswer } from './net/parse-answer.js';
export { statusFailure } from './net/refused.js';
export { requestedWaitMs, waitOf } from './net/wait.js';
export * from './net/egress.js';
export * from './net/event-stream.js';
export { createHttp } from './net/http.js';
export {
  createIdleConnections,
  withConnections,
  type IdleConnections,
} from './net/idle-connections.js';
export * from './net/lookup.js';
export { createNameLookup } from './net/names.js';
export {
  nextLink,
  parseRetryAfterMs,
  type FollowRequest,
  type Http,
  type HttpAnswer,
  type HttpRequest,
} from './net/request.js';
export * from './net/url.js';
export * from './net/web-socket.js';
export * from './oauth2.js';
export { tokenAnswer } from './token-answer.js';
export * from './offer.js';
export * from './recording/recorder.js';
export { secretNamesWith } from './recording/secret-names.js';
export {
  createRedaction,
  redactContent,
  redactRequest,
  secretsInInput,
  type Redaction,
} from './recording/redact.js';
export * from './text.js';
export * from './trial/explanation.js';
export * from './trial/pasted.js';
export { lockStates, standardNames, vocabulary, type CapabilityDefinition } from './vocabulary.js';
