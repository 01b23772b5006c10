import { isIPv4 } from 'node:net';
import {
  maxAuditIds,
  maxAuditText,
  problems,
  type AuditEntry,
  type ProblemCode,
} from '@trellis/contracts';
import ipaddr from 'ipaddr.js';
import { v7 as newId } from 'uuid';
import type { Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import type { Operation } from './operation.js';
import type { Touched } from './row.js';

/** An operation whose requests leave entries. */
export type AuditedOperation = Operation & Required<Pick<Operation, 'audit'>>;

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
