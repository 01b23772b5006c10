export { defined } from './call-operation.js';
export { deepParameter } from './deep-parameters.js';
export type { Answer, EventStream } from './answer.js';
export { type AuditLog, canonicalId, isAudited, toEntry } from './observe/audit.js';
export {
  attachExchange,
  type Bearer,
  createExchange,
  type Exchange,
  exchangeOf,
  nobody,
} from './exchange.js';
export { createBodyBudget } from './limits/body-budget.js';
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
} from './answers/conditions.js';
export type { Origins } from './access/cors.js';
export { requestTimeoutMs } from './limits/deadline.js';
export { createDrain, limitConnections, messagesOf, oneByOne } from './server/http-server.js';
export {
  createStreamRegistry,
  type ServerSentEvent,
  type StreamRegistry,
} from './answers/event-stream.js';
export { createAdmission } from './limits/admission.js';
export { createHeavyRequests } from './limits/heavy-requests.js';
export { isFinal } from './idempotency.js';
export { createIdForms, idForm, type IdForms, requireSubject } from './access/ids.js';
export { cacheJson, mapInSlices } from './answers/json-text.js';
export { createSender, type Sender, toConstant } from './answers/send-answer.js';
export { createLimits, networkOf, type Limits } from './limits/limits.js';
export type { Line } from './body/lines.js';
export {
  cursorParameter,
  flagParameter,
  numberParameter,
  integerParameter,
  isListCursor,
  itemsOfPages,
  listAnswer,
  pageAnswer,
  pageOf,
  pageQuery,
  pagesOf,
  scanQuery,
  sortParameter,
  walkQuery,
} from './answers/list.js';
export {
  logRequest,
  type ObserveDuration,
  type TraceOptions,
  traceRequest,
} from './observe/observe-requests.js';
export {
  lastEventId,
  newParameter,
  representationPreference,
  waitPreference,
  writePreference,
} from './openapi/parameters.js';
export { describeOperations } from './openapi/document.js';
export { type Operation, operationFor, type OperationRequest } from './operation.js';
export type { PipelineOptions } from './pipeline-options.js';
export { invalidMember, problemDocument, problemToJson } from './answers/problem.js';
export { createRateLimit } from './limits/rate-limit.js';
export { limitRequestTime } from './body/request-time.js';
export { neededScopes, requireScope, subjectHeader } from './access/subject.js';
export { dataHeaders, pageHeaders, webPageHeaders } from './server/security-headers.js';
export { answerErrors, methodNotAllowed, notFound, serveOperations } from './serve-operations.js';
