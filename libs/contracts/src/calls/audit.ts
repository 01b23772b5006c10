import { z } from 'zod';
import { caller, nothing, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';

/** The longest text in an entry of the audit log (UTF-16 code units). */
export const maxAuditText = 256;

/** The most ids that an entry names: those of a full batch, two for each item. */
export const maxAuditIds = 2_000;

const auditText = z.string().max(maxAuditText);

/** Who did something: an app with an access token, an end user in a browser, or an operator. */
const auditActor = z.object({ type: z.enum(['app', 'subject', 'operator']), id: auditText });

/** What was changed, or was to be changed. */
export const auditResource = z.object({
  type: auditText,
  /** Its id first, then those of what it was linked to, or of what was created. */
  ids: z.array(auditText).max(maxAuditIds),
});

/** One operation that changed something, or was refused: never what was sent or answered. */
export const auditEntry = z.object({
  /** A UUIDv7; its time is the time of the entry. */
  id: uuid,
  developer: z.string(),
  actor: auditActor,
  /** For whom the operation acted: `X-External-Subject-Id`. */
  subject: z.string().optional(),
  /** The `operationId` of the OpenAPI document, at the time of the entry, or the name of a command. */
  operation: auditText,
  resource: auditResource,
  /** HTTP status of the answer; absent for commands. */
  status: z.number().int().optional(),
  /** The code of the problem with which it was refused or failed. */
  problem: z.string().optional(),
  /** How the items of a batch ended. */
  items: z.object({ succeeded: z.number().int(), failed: z.number().int() }).optional(),
  request_id: auditText.optional(),
  /** The address of the caller. */
  address: auditText.optional(),
  user_agent: auditText.optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/**
 * The member of calls that change something for a request: its entry, which is stored in the transaction of
 * the change. A call that is refused stores none.
 */
export const audited = { audit: auditEntry.optional() };

/** An entry as it is read, with the time of its id. */
export const auditRecord = auditEntry.omit({ developer: true }).extend({ time: z.iso.datetime() });
export type AuditRecord = z.infer<typeof auditRecord>;

/** What entries to read; all conditions must hold. */
export const auditFilter = z.object({
  /** The first instant, and the one after the last (milliseconds since the epoch). */
  from: z.number().int().optional(),
  to: z.number().int().optional(),
  actor: z.string().optional(),
  subject: z.string().optional(),
  operation: z.string().optional(),
  /** The name that `operation` has in older entries. */
  former_operation: z.string().optional(),
  /** An id that the entry names. */
  resource: z.string().optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** The page after the entry `cursor`, of which it is the id. */
const auditPage = page.extend({ cursor: uuid.optional() });

export const auditCalls = defineCalls({
  /** Stores entries; one that is stored already stays as it is. */
  'audit.record': {
    input: z.object({ entries: z.array(auditEntry).min(1).max(1_000) }),
    output: nothing,
    timeoutMs: 2_000,
    sets: true,
  },
  /**
   * The entries of a developer, those of the caller's subject if it has one, newest first. A page that has
   * to pass over many others may have fewer items than its limit, or none, and still a next one.
   */
  'audit.list': {
    input: z.object({ caller, page: auditPage, filter: auditFilter }),
    output: pageOf(auditRecord),
  },
});

/** The durable job that stores entries once the service that keeps the log is there again. */
export const auditJob = {
  queue: 'audit',
  data: z.object({ entries: z.array(auditEntry) }),
  attempts: 10_000,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
};
