import { z } from 'zod';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { failureFacts } from './failure.js';
import { requester } from '../requester.js';
import { plainText } from '../text.js';

/** The kinds of work for a client. */
export const operationKind = z.enum([
  'poll',
  'listen',
  'write',
  'action',
  // A request of the vendor at the client's address.
  'hook',
  'authorization',
  'token_refresh',
  // A poll with configurations that are not stored.
  'trial',
  'configuration',
  'pause',
  'resume',
  'removal',
]);
export type OperationKind = z.infer<typeof operationKind>;

export const operationOutcome = z.enum(['succeeded', 'failed']);

const instant = z.iso.datetime();
const count = z.number().int();

/** Who started an operation. */
export const operationStarter = requester.partial().extend({
  type: z.enum(['schedule', 'app', 'end_user', 'vendor']),
});
export type OperationStarter = z.infer<typeof operationStarter>;

/** The devices that a poll found, and the things that were new or changed, and that are missing. */
const operationCounts = z.object({ found: count, changed: count, missing: count }).partial();

const run = z.object({
  at: instant,
  duration_ms: count,
  /** Counted from one since the last success. */
  attempt: count.optional(),
  started_by: operationStarter,
  trace_id: z.string().optional(),
  counts: operationCounts.optional(),
  /** The thing, and the property or action. */
  thing: uuid.optional(),
  name: z.string().optional(),
});
export type OperationRun = z.infer<typeof run>;

/** An operation, together with its repetitions on the same day (UTC) that ended in the same way. */
export const clientOperation = z.object({
  id: uuid,
  /** Greater each time that it is stored. */
  position: z.string(),
  client: uuid.optional(),
  subject: subjectId.optional(),
  connector_type_id: z.string(),
  kind: operationKind,
  outcome: operationOutcome,
  code: z.string().optional(),
  detail: z.string().optional(),
  ...failureFacts.pick({ cause: true, advice: true }).shape,
  /** How often it ran. */
  count,
  first: instant,
  last: instant,
  /** The last runs, newest first; at most five. */
  runs: z.array(run),
  /** Whether the exchanges of a run were recorded. */
  has_requests: z.boolean(),
});
export type ClientOperation = z.infer<typeof clientOperation>;

export const operationContent = z.object({
  bytes: count,
  headers: z.record(z.string(), z.string()).optional(),
  /** Its first 8 KiB, without secrets. */
  body: z.string().optional(),
});

/** An exchange with a remote technology, without secrets. */
export const operationRequest = z.object({
  at: instant,
  protocol: z.enum(['http', 'websocket', 'mqtt', 'modbus']),
  method: z.string(),
  address: z.string(),
  duration_ms: z.number().optional(),
  status: count.optional(),
  sent: operationContent.optional(),
  received: operationContent.optional(),
  error: z.string().optional(),
});
export type OperationRequest = z.infer<typeof operationRequest>;

export const operationFilter = z.object({
  client: z.string().optional(),
  subject: subjectId.optional(),
  connector_type_id: z.string().optional(),
  kind: operationKind.optional(),
  outcome: operationOutcome.optional(),
  code: z.string().optional(),
  /** Operations of this time and later ones, and before a time (ms since 1970). */
  from: count.optional(),
  to: count.optional(),
  /** A text in an address, an error or a detail, in whatever case. */
  text: plainText.max(200).optional(),
});
export type OperationFilter = z.infer<typeof operationFilter>;

/** How long a client can be debugged at once. */
export const maxDebugMinutes = 30;

/** The topic of hints that operations of an account were stored. */
export const operationsTopic = (developer: string): string => `operations.${developer}`;

export const operationCalls = defineCalls({
  /**
   * Lists operations, the last ones first. A page that skips many may be shorter than its limit, or empty, and still
   * have a next one.
   */
  'operations.list': {
    input: z.object({ caller, page, filter: operationFilter }),
    output: pageOf(clientOperation),
  },
  /** Reads an operation with its recorded exchanges. */
  'operations.read': {
    input: onResource,
    output: clientOperation.extend({ requests: z.array(operationRequest) }),
  },
  /** Records every operation of a client and its exchanges for a time; 0 ends that. */
  'clients.debug': {
    input: onResource.extend({ minutes: z.number().int().min(0).max(maxDebugMinutes) }),
    output: z.object({ until: instant.nullable() }),
  },
});
