import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  type AuditEntry,
  maxAuditIds,
  maxAuditText,
  Problem,
  type ProblemCode,
  problems,
} from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import { withTimeout } from '@trellis/platform/concurrency';
import { v7 as newId } from 'uuid';
import type { Answer } from '../answer.js';
import type { Exchange } from '../exchange.js';
import type { Limits } from '../limits/limits.js';
import { toLogged } from './observe-requests.js';
import type { Operation } from '../operation.js';
import type { Touched } from '../row.js';

/** Stores the entries of the audit log. */
export interface AuditLog {
  /**
   * Resolves when the entry is stored, or in a durable job while it cannot be; rejects when the queues are
   * unavailable, too.
   */
  record(entry: AuditEntry): Promise<void>;
  /** Resolves when the entry is in a durable job. */
  recordLater(entry: AuditEntry): Promise<void>;
  /** Records an entry for which no answer waits. */
  recordInBackground(entry: AuditEntry): void;
}

/** Returns whether a request is a preview, which changes nothing. */
export const isPreview = ({ input }: Operation, { sentQuery }: Exchange): boolean =>
  input?.query?.shape.dry_run !== undefined && sentQuery.dry_run === 'true';

/**
 * Leaves one entry in the audit log for a request. A success waits until its entry is safe, and fails if it cannot be.
 * A failure (5xx) does not wait: the log may be what has failed. Refusals beyond a limit leave none. An entry that `change` has stored is not stored again.
 */
export async function answerAudited(
  row: AuditedOperation,
  exchange: Exchange,
  { audit, limits, log }: { audit: AuditLog; limits: Pick<Limits, 'refusals'>; log: Logger },
  next: (exchange: Exchange) => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await next(exchange);
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'internal';
    const entry = toEntry(row, exchange, { code });
    if (!entry) throw error;
    if (entry.status! >= 500) audit.recordInBackground(entry);
    else if (!(await limits.refusals(entry.developer))?.problem) {
      await recordInTime(audit, entry, exchange).catch((err: unknown) => {
        log.warn({ req: toLogged(exchange), err }, 'recording a refusal failed');
      });
    }
    throw error;
  }
  if (exchange.isEntryStored) return answer;
  const entry = toEntry(row, exchange, { answer });
  if (entry) await recordInTime(audit, entry, exchange).catch(refuse);
  return answer;
}

/** How long an answer waits for its entry: enough for the call, and for the durable job if that fails (ms). */
const recordMs = 3_000;

/** How long an answer waits that has less time left (ms): shorter than the time that its calls leave. */
const minRecordMs = 600;

/**
 * Records an entry; rejects when that takes too long, as in queues that hang. A request that has waited for long
 * leaves its entry in a durable job: the service that stores entries may be the slow one.
 */
function recordInTime(
  audit: AuditLog,
  entry: AuditEntry,
  { deadline }: Pick<Exchange, 'deadline'>,
): Promise<void> {
  const remainingMs = deadline.remainingMs();
  return remainingMs >= recordMs
    ? withTimeout(audit.record(entry), recordMs)
    : withTimeout(audit.recordLater(entry), Math.max(minRecordMs, remainingMs));
}

function refuse(): never {
  throw new Problem(
    'unavailable',
    'The audit log is not available. The request may have been carried out.',
  );
}

/** An operation whose requests leave entries. */
type AuditedOperation = Operation & Required<Pick<Operation, 'audit'>>;

export const isAudited = (row: Operation): row is AuditedOperation => row.audit !== undefined;

/** The end of a request. */
type Outcome = { answer: Answer; code?: never } | { answer?: never; code: ProblemCode };

/** Returns the entry of a request; undefined if it belongs to no known account. */
export function toEntry(
  { id, audit, answer: { status } }: AuditedOperation,
  exchange: Exchange,
  { answer, code }: Outcome,
): AuditEntry | undefined {
  const { identified, body, params, headers } = exchange;
  if (!identified) return undefined;
  exchange.entryId ??= newId();
  const { developer, actor, subject, ids = [], error } = identified;
  const touched =
    audit.touches && body !== undefined ? audit.touches(body, answer) : createdBy(answer);
  const named = [...Object.values(params), ...(touched.ids ?? []), ...ids];
  const userAgent = headers['user-agent'];
  return {
    id: exchange.entryId,
    developer,
    actor: { ...actor, id: bounded(actor.id) },
    ...(actor.type === 'person' && { app: bounded(exchange.bearer.app) }),
    ...(subject !== undefined && { subject }),
    operation: audit.operationOf?.(exchange.sentQuery) ?? id,
    resource: { type: audit.resource, ids: named.slice(0, maxAuditIds).map(canonicalId) },
    status: code === undefined ? (answer.status ?? status) : problems[code].status,
    ...((code ?? error) !== undefined && { problem: bounded((code ?? error)!) }),
    ...(touched.items && { items: touched.items }),
    request_id: exchange.id,
    ...addressOf(exchange),
    ...(userAgent && { user_agent: bounded(userAgent) }),
  };
}

const ipv4Prefix = '::ffff:';

/** Returns an IPv4 address as such, also where the gateway listens on IPv6 (RFC 4291, section 2.5.5.2). */
function addressOf({ request: { ip = '' } }: Exchange): { address?: string } {
  const bare = ip.startsWith(ipv4Prefix) ? ip.slice(ipv4Prefix.length) : ip;
  // Nearly all are, and parsing them would be a twentieth of what a request costs here.
  if (isIPv4(bare)) return { address: bare };
  return ipaddr.isValid(ip) ? { address: ipaddr.process(ip).toString() } : {};
}

/** Returns the id of a resource that was created, or is to be authorized. */
function createdBy(answer: Answer | undefined): Touched {
  if (answer?.status !== 201 && answer?.status !== 303) return {};
  const { id, client_id } = (answer.body ?? {}) as { id?: unknown; client_id?: unknown };
  const created = id ?? client_id;
  return typeof created === 'string' ? { ids: [created] } : {};
}

const uuidForm = /^(?:urn:uuid:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Returns an id as entries show it: a UUID without its prefix, in lower case. */
export const canonicalId = (id: string): string =>
  uuidForm.exec(id)?.[1]?.toLowerCase() ?? bounded(id);

// eslint-disable-next-line no-control-regex -- it matches control characters
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g;

/** Returns a text that the database can store: bounded, and without control characters. */
const bounded = (text: string): string =>
  text.slice(0, maxAuditText).replaceAll(controlCharacters, '\ufffd').toWellFormed();
