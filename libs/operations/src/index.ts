export type { Answer, EventStream } from './answer.js';
export { canonicalId, isAudited, toEntry } from './audit-entry.js';
export type { AuditLog } from './audit-log.js';
export type { Bearer } from './bearer.js';
export { createBodyBudget } from './body-budget.js';
export {
  answerPatch,
  changedAnswer,
  entityTagOf,
  expectedBy,
  isVersioned,
  prefersRepresentation,
  representation,
  requiredBy,
  tagOf,
} from './conditions.js';
export type { Origins } from './cors.js';
export { requestTimeoutMs } from './deadline.js';
export { createDrain } from './drain.js';
export type { ServerSentEvent } from './event-stream.js';
export { attachExchange, createExchange, type Exchange, exchangeOf } from './exchange.js';
export { messagesOf } from './express-messages.js';
export { createHeavyRequests } from './heavy-requests.js';
export { isFinal } from './idempotency.js';
export { createIdForms, idForm, type IdForms, requireSubject } from './ids.js';
export { cacheJson } from './json-text.js';
export { createLimits, type Limits } from './limits.js';
export type { Line } from './lines.js';
export {
  cursorParameter,
  integerParameter,
  isListCursor,
  listAnswer,
  pageAnswer,
  pageOf,
  pageQuery,
  scanQuery,
  sortParameter,
  walkQuery,
} from './list.js';
export { logRequest } from './log-requests.js';
export type { ObserveDuration } from './observe-requests.js';
export {
  lastEventId,
  newParameter,
  representationPreference,
  waitPreference,
} from './openapi-parameters.js';
export { describeOperations } from './openapi.js';
export { type Operation, operationFor, type OperationRequest } from './operation.js';
export { itemsOfPages } from './pages.js';
export type { PipelineOptions } from './pipeline.js';
export { problemDocument, type ProblemHrefs, problemToJson } from './problem.js';
export { createRateLimit } from './rate-limit.js';
export { limitRequestTime } from './request-time.js';
export { requireScope } from './scope.js';
export { dataHeaders, pageHeaders, webPageHeaders } from './security-headers.js';
export { createSender, type Sender, toConstant } from './send-answer.js';
export { answerErrors, methodNotAllowed, notFound, serveOperations } from './serve-operations.js';
export { createStreamRegistry, type StreamRegistry } from './streams.js';
export { subjectHeader } from './subject.js';
export { type TraceOptions, traceRequest } from './trace-requests.js';
