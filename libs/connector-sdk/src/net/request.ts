import type { Acquire } from '../limits.js';
import type { HttpAuth } from './authentication.js';
import type { TlsTrust } from './connect.js';
import type { ResolveHost } from './lookup.js';

export interface HttpRequest {
  /** `http:` or `https:`, without user and password in it. */
  url: string | URL;
  /** Default `GET`. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /**
   * The credentials. Those for `digest` are sent only after a challenge of the server, in a second request; later
   * requests answer the same challenge directly.
   */
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
 * request that cannot be sent, and `Unavailable` for every other failure, in bounded time and memory.
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

/** The limits of all requests of one client. */
export interface HttpBounds {
  resolve: ResolveHost;
  signal: AbortSignal;
  acquire: Acquire;
  /** Wraps each request, such as to trace it; must call `send`. */
  follow?: FollowRequest | undefined;
}

export type FollowRequest = (
  method: string,
  send: () => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;
