import type { SharedBudget } from '../budget.js';
import type { Acquire } from '../limits.js';
import type { Recorder } from '../recording/recorder.js';
import type { HttpAuth } from './authentication.js';
import type { TlsTrust } from './connect.js';
import type { ResolveHost } from './lookup.js';
import type { IdleConnections } from './idle-connections.js';

export interface HttpRequest {
  /** `http:` or `https:`, without user and password in it. */
  url: string | URL;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its name in a description, by which a trial finds the pasted answer. */
  name?: string | undefined;
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
  /** Whether a larger body is cut instead of refused. */
  cutsBody?: boolean;
  /** The timeout for the complete response (ms). Default 10,000. */
  timeoutMs?: number;
  /** Aborts this request, in addition to the signal of the context. */
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Whether the body was cut. */
  isCut?: boolean;
  /** The address that answered, as failures show it. */
  address?: string;
  /** Parses the body as JSON. Throws `Unavailable` when it is none. */
  json(): unknown;
}

/**
 * Sends a request and returns the complete response. Does not follow redirects, and requests no compression. Throws
 * `Unauthorized` for 401 and 403, `Rejected` for 400, 404, 409 and 422 to anything but `GET`, `Misconfigured` for what
 * fails in the same way the next time (another 4xx, a redirect, a certificate that is refused, a request that cannot be
 * sent), and `Unavailable` for every other failure, in bounded time and memory. Each names its cause and the address.
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

export interface HttpBounds {
  resolve: ResolveHost;
  signal: AbortSignal;
  acquire: Acquire;
  /** The bytes that may be received. */
  effort?: SharedBudget | undefined;
  /** Where connections wait for the next request. By default each request has one of its own. */
  connections?: IdleConnections | undefined;
  /** Wraps each request, such as to trace it; must call `send`. */
  follow?: FollowRequest | undefined;
  /** Takes what is sent and received. */
  record?: Recorder | undefined;
}

export type FollowRequest = (
  method: string,
  send: () => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;

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
