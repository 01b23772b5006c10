import type { SharedBudget } from '../budget.js';
import type { Acquire } from '../limits.js';
import type { HttpAuth } from './authentication.js';
import type { TlsTrust } from './connect.js';
import type { ResolveHost } from './lookup.js';
import { Rejected, Unauthorized, Unavailable } from '../failure.js';

export interface HttpRequest {
  /** `http:` or `https:`, without user and password in it. */
  url: string | URL;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** The credentials; those for `digest` are sent once the server has sent a challenge, in a second request. */
  auth?: HttpAuth | undefined;
  json?: unknown;
  /** Sent unchanged; `headers` names its media type. */
  body?: string;
  tls?: TlsTrust | undefined;
  /** Statuses besides 2xx that are returned instead of thrown. */
  accept?: number[] | 'any';
  /** The largest response body that is accepted (bytes). Default 4 MiB. */
  maxBytes?: number;
  /** The timeout for the complete response (ms). Default 10,000. */
  timeoutMs?: number;
  /** Aborts this request, in addition to the signal of the context. */
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Parses the body as JSON. Throws `Unavailable` when it is none. */
  json(): unknown;
}

/**
 * Sends a request and returns the complete response. Does not follow redirects, and requests no compression. Throws
 * `Unauthorized` for 401 and 403, `Rejected` for 400, 404, 409 and 422 to anything but `GET`, `Misconfigured` for a
 * request that cannot be sent or a certificate that is refused, and `Unavailable` for every other failure, in bounded time
 * and memory.
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

export interface HttpBounds {
  resolve: ResolveHost;
  signal: AbortSignal;
  acquire: Acquire;
  /** The bytes that may be received. */
  effort?: SharedBudget | undefined;
  /** Wraps each request, such as to trace it; must call `send`. */
  follow?: FollowRequest | undefined;
}

export type FollowRequest = (
  method: string,
  send: () => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;

export function throwFailure(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  { method = 'GET', accept = [] }: Pick<HttpRequest, 'method' | 'accept'>,
  { host }: URL,
): void {
  if (accept === 'any' || accept.includes(status) || (status >= 200 && status < 300)) return;
  const detail = `${host} answers with status ${status}.`;
  if (status === 401 || status === 403) throw new Unauthorized(detail);
  if (status >= 300 && status < 400) {
    throw new Unavailable(`${host} redirects to another address, which is not followed.`);
  }
  if ([400, 404, 409, 422].includes(status) && method !== 'GET') throw new Rejected(detail);
  throw new Unavailable(detail, { retryAfterMs: parseRetryAfterMs(headers['retry-after']) });
}

/** Returns the target of the link with `rel="next"` (RFC 8288, section 3). */
export function nextLink(header: string | string[] | undefined): string | undefined {
  const links = [header ?? []]
    .flat()
    .join(',')
    .slice(0, 16 * 1024);
  for (const [, target, parameters] of links.matchAll(/<([^<>]*)>((?:"[^"]*"|[^",<])*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(parameters!) ?? [];
    if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3); returns milliseconds. */
export function parseRetryAfterMs(
  header: string | string[] | undefined,
  now = Date.now(),
): number | undefined {
  if (typeof header !== 'string') return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
