import { Agent, errors, request as send, type Dispatcher } from 'undici';
import {
  ConnectorFailure,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
} from '../failure.js';
import type { Acquire } from '../limits.js';
import { acquireInTime, raceSignal } from './abort.js';
import { createAuthenticator, type Authenticator, type HttpAuth } from './authentication.js';
import { connector, type TlsTrust } from './connect.js';
import type { ResolveHost } from './lookup.js';
import { parseRetryAfterMs } from './retry-after.js';
import { parseHttpUrl } from './url.js';

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
}

const defaultMaxBytes = 4 * 1024 * 1024;
const defaultTimeoutMs = 10_000;

export function createHttp(bounds: HttpBounds): Http {
  const authenticator = createAuthenticator();
  return async (request) => {
    const url = parseHttpUrl(request.url);
    await acquireInTime(bounds, url);
    const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
    const signal = AbortSignal.any([bounds.signal, timeout]);
    const exchange = { request, url, authenticator, resolve: bounds.resolve, signal };
    let answer = await sendOnce(exchange);
    const { status, headers } = answer;
    // Only once: a second challenge means that the credentials are wrong.
    if (status === 401 && authenticator.learn(request.auth, url, headers)) {
      await acquireInTime({ signal, acquire: bounds.acquire }, url);
      answer = await sendOnce(exchange);
    }
    throwFailure(answer, request, url);
    return answer;
  };
}

interface Exchange {
  request: HttpRequest;
  url: URL;
  authenticator: Authenticator;
  resolve: ResolveHost;
  signal: AbortSignal;
}

/** Sends a request over a connection of its own, which is closed afterwards. */
async function sendOnce(exchange: Exchange): Promise<HttpAnswer> {
  const { request, url, signal } = exchange;
  const connect = connector(exchange, request.tls);
  let isConnected = false;
  const dispatcher = new Agent({
    connect: (options, done) =>
      connect(options, (...outcome) => {
        isConnected ||= outcome[1] !== null;
        done(...outcome);
      }),
    pipelining: 0,
    maxHeaderSize: 64 * 1024,
  });
  try {
    return await raceSignal(signal, respond(exchange, dispatcher));
  } catch (error) {
    throw failureOf(error, url, { timedOut: signal.aborted, sent: isConnected });
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
}

async function respond(
  { request, url, authenticator, signal }: Exchange,
  dispatcher: Dispatcher,
): Promise<HttpAnswer> {
  const { method = 'GET', headers, auth, json, body, maxBytes = defaultMaxBytes } = request;
  const content = json === undefined ? body : JSON.stringify(json);
  const authorization = authenticator.authorize(auth, { url, method });
  const answer = await send(url, {
    dispatcher,
    signal,
    method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Trellis',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...inLowerCase(headers),
      ...(authorization !== undefined && { authorization }),
    },
    ...(content !== undefined && { body: content }),
  });
  const text = await textOf(answer.body, { maxBytes, url });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    json: () => parse(text, url),
  };
}

/** Names of headers have no case: one of the caller replaces the default of the same name. */
const inLowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function textOf(
  body: AsyncIterable<Buffer>,
  { maxBytes, url }: { maxBytes: number; url: URL },
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new Unavailable(`The answer of ${url.host} has more than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unavailable(`${url.host} does not answer with JSON.`);
  }
}

function throwFailure(
  { status, headers }: HttpAnswer,
  { method = 'GET', accept = [] }: HttpRequest,
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

/** Of an error only its code is passed on: its message may quote what was sent. */
function failureOf(
  error: unknown,
  { host }: URL,
  { timedOut, sent }: { timedOut: boolean; sent: boolean },
): Error {
  if (error instanceof ConnectorFailure) return error;
  if (timedOut) return new Unavailable(`${host} did not answer in time.`, { sent });
  if (error instanceof errors.InvalidArgumentError) {
    return new Misconfigured('The request cannot be sent: a header or the address is not valid.');
  }
  const code = (error as { code?: unknown }).code;
  const why = typeof code === 'string' ? ` (${code})` : '';
  return new Unavailable(`${host} cannot be reached${why}.`, { sent });
}
