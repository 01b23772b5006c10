import { z } from 'zod';
import { caller, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';

/** The maximum length of a text in an entry of the audit log (UTF-16 code units). */
export const maxAuditText = 256;

/** The maximum number of ids in an entry: a full bulk command has two for each item. */
export const maxAuditIds = 2_000;

const auditText = z.string().max(maxAuditText);

/** The actor: an app with an access token, an end user in a browser, a person who is signed in, or an operator. */
const auditActor = z.object({
  type: z.enum(['app', 'subject', 'person', 'operator']),
  id: auditText,
});

/** The resource that was changed, or was to be changed. */
export const auditResource = z.object({
  type: auditText,
  /** Its own id first, then those of linked or created resources. */
  ids: z.array(auditText).max(maxAuditIds),
});

/** An operation that changed something or was refused. Bodies of requests and answers are never included. */
export const auditEntry = z.object({
  /** A UUIDv7, which contains the time of the entry. */
  id: uuid,
  developer: z.string(),
  actor: auditActor,
  /** The client id of the app that a person uses; of an app, `actor` has it. */
  app: auditText.optional(),
  /** The subject for which the operation acted (`X-External-Subject-Id`). */
  subject: z.string().optional(),
  /** The `operationId` of the OpenAPI document, or the name of a command. */
  operation: auditText,
  resource: auditResource,
  /** HTTP status of the answer; absent for commands. */
  status: z.number().int().optional(),
  /** The code of the problem, if it was refused or failed. */
  problem: z.string().optional(),
  /** The outcomes of the items of a bulk command. */
  items: z.object({ succeeded: z.number().int(), failed: z.number().int() }).optional(),
  request_id: auditText.optional(),
  /** The address of the caller. */
  address: auditText.optional(),
  user_agent: auditText.optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The audit entry that a call stores in the transaction of its change. A refused call stores none. */
export const audited = { audit: auditEntry.optional() };

/** An entry with the time of its id, as it is read. */
export const auditRecord = auditEntry.omit({ developer: true }).extend({ time: z.iso.datetime() });
export type AuditRecord = z.infer<typeof auditRecord>;

/** The entries to read: those that meet all conditions. */
export const auditFilter = z.object({
  /** First instant, and end (exclusive; milliseconds since the epoch). */
  from: z.number().int().optional(),
  to: z.number().int().optional(),
  actor: z.string().optional(),
  subject: z.string().optional(),
  operation: z.string().optional(),
  /** An id that the entry names. */
  resource: z.string().optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** A page whose cursor is the id of the entry before it. */
const auditPage = page.extend({ cursor: uuid.optional() });

export const auditCalls = defineCalls({
  /** Stores entries, except those stored already. */
  'audit.record': {
    input: z.object({ entries: z.array(auditEntry).min(1).max(1_000) }),
    timeoutMs: 2_000,
    batched: true,
  },
  /**
   * Lists the entries of a developer, or of the caller's subject, newest first. A page that skips many entries may be
   * shorter than its limit, or empty, and still have a next one.
   */
  'audit.list': {
    input: z.object({ caller, page: auditPage, filter: auditFilter }),
    output: pageOf(auditRecord),
  },
});

/** The durable job that stores entries once units-service is available again. */
export const auditJob = {
  queue: 'audit',
  data: z.object({ entries: z.array(auditEntry) }),
  attempts: 10_000,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
};
