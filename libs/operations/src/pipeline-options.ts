import type { Caller } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import type { Origins } from './access/cors.js';
import type { IdForms } from './access/ids.js';
import type { CallOperationFor } from './call-operation.js';
import type { Bearer, Exchange } from './exchange.js';
import type { RequestMemory } from './idempotency.js';
import type { Limits } from './limits/limits.js';
import type { AuditLog } from './observe/audit.js';
import type { Operation } from './operation.js';

/** The parts of the pipeline that know the service that it belongs to. */
export interface PipelineOptions<Context> {
  /** Verifies the access token, ticket or session of a request; throws `invalid_token`. */
  authenticate(row: Operation, exchange: Exchange): Promise<Bearer>;
  /** Returns the members that the handlers of all operations get besides those of {@link OperationRequest}. */
  contextOf(row: Operation, exchange: Exchange): Context;
  memory: RequestMemory;
  idForms: IdForms;
  /** Refuses a request for a subject for which none is carried out at the moment: throws a problem. */
  refuseCaller(caller: Caller): void;
  limits: Limits;
  audit: AuditLog;
  /** The origins of web pages that may read answers. */
  origins: Origins;
  log: Logger;
  /** How a request calls other operations. */
  callOperation: CallOperationFor;
  /** Finds the operation that reads what is at a path, if there is one. */
  readerAt(path: string): Operation<Context> | undefined;
}
