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
   * The credentials. Those for `digest` are sent only in answer to a challenge of the server, as a
   * second request; later requests to the server answer the same challenge at once.
   */
  auth?: HttpAuth | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; `headers` names its media type. */
  body?: string;
  tls?: TlsTrust;
  /** Statuses that are returned instead of thrown, besides 2xx. */
  accept?: number[] | 'any';
  /** The largest response body that is accepted (bytes). Default 4 MiB. */
  maxBytes?: number;
  /** Time until the response must be complete (ms). Default 10,000. */
  timeoutMs?: number;
  /** Aborts this request, in addition to the signal of the context. */
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON; throws `Unavailable` when it is none. */
  json(): unknown;
}

/**
 * Sends a request and returns the whole response. Does not follow redirects, and asks for a response
 * without compression. Throws `Unauthorized` for 401 and 403, `Rejected` for 400, 404, 409 and 422 to
 * anything but `GET`, `Misconfigured` for a request that cannot be sent, and `Unavailable` for every
 * other failure, in bounded time and memory.
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

/** The bounds of all requests of one client. */
export interface HttpBounds {
  resolve: ResolveHost;
  signal: AbortSignal;
  acquire: Acquire;
  /** Sends each request by calling `send`, such as to trace it. */
  follow?: FollowRequest | undefined;
}

export type FollowRequest = (
  method: string,
  send: () => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;
