import { Agent, errors, request as send, type Dispatcher } from 'undici';
import { connector, type TlsTrust } from './connect.js';
import type { ResolveHost } from './egress.js';
import { ConnectorFailure, Misconfigured, Rejected, Unauthorized, Unavailable } from './failure.js';
import { takeLeave, raceSignal } from './in-time.js';
import type { Acquire } from './limits.js';

export interface HttpRequest {
  /** `http:` or `https:`, without user and password in it. */
  url: string | URL;
  /** Default `GET`. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; its media type is said in `headers`. */
  body?: string;
  tls?: TlsTrust;
  /** Statuses to be answered that would otherwise be thrown; 2xx always are. */
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
 * Sends a request and gives the whole answer. Redirections are not followed; answers are asked for
 * without compression. Throws `Unauthorized` for 401 and 403, `Rejected` for 400, 404, 409
 * and 422 to anything but `GET`, and `Unavailable` for every other failure, in bounded time and
 * memory.
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

/** What HTTP for one client keeps to. */
export interface HttpBounds {
  resolve: ResolveHost;
  signal: AbortSignal;
  acquire: Acquire;
}

const defaultMaxBytes = 4 * 1024 * 1024;
const defaultTimeoutMs = 10_000;

export function createHttp(bounds: HttpBounds): Http {
  return async (request) => {
    const url = parseHttpUrl(request.url);
    await takeLeave(bounds, url);
    let connected = false;
    const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
    const signal = AbortSignal.any([bounds.signal, timeout]);
    const connect = connector({ ...bounds, signal }, request.tls);
    const dispatcher = new Agent({
      connect: (options, done) =>
        connect(options, (...outcome) => {
          connected ||= outcome[1] !== null;
          done(...outcome);
        }),
      pipelining: 0,
      maxHeaderSize: 64 * 1024,
    });
    try {
      const answer = await raceSignal(signal, exchange(url, request, { dispatcher, signal }));
      refuseFailure(answer, request);
      return answer;
    } catch (error) {
      throw failureOf(error, url, { timedOut: signal.aborted, sent: connected });
    } finally {
      dispatcher.destroy().catch(() => undefined);
    }
  };
}

/** Checks an address that a user or a remote technology named. */
export function parseHttpUrl(given: string | URL): URL {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Misconfigured('The address is not an http or https one.');
  }
  if (url.username || url.password) {
    throw new Misconfigured('The address must not have a user or password in it.');
  }
  return url;
}

async function exchange(
  url: URL,
  { method = 'GET', headers, json, body, maxBytes = defaultMaxBytes }: HttpRequest,
  bounds: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<HttpAnswer> {
  const content = json === undefined ? body : JSON.stringify(json);
  const answer = await send(url, {
    ...bounds,
    method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Trellis',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...inLowerCase(headers),
    },
    ...(content !== undefined && { body: content }),
  });
  const text = await textOf(answer.body, maxBytes);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    json: () => parse(text, url),
  };
}

/** Names of headers have no case; one that is given replaces the default of the same name. */
const inLowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function textOf(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Unavailable(`The answer has more than ${maxBytes} bytes.`);
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

function refuseFailure(
  { status, headers }: HttpAnswer,
  { method, accept = [] }: HttpRequest,
): void {
  if (accept === 'any' || accept.includes(status) || (status >= 200 && status < 300)) return;
  const detail = `The remote technology answers with status ${status}.`;
  if (status === 401 || status === 403) throw new Unauthorized(detail);
  if (status >= 300 && status < 400) {
    throw new Unavailable('The remote technology redirects to elsewhere, which is not followed.');
  }
  if ([400, 404, 409, 422].includes(status) && method !== undefined && method !== 'GET') {
    throw new Rejected(detail);
  }
  throw new Unavailable(detail, { retryAfterMs: parseRetryAfterMs(headers['retry-after']) });
}

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), as milliseconds. */
export function parseRetryAfterMs(
  header: string | string[] | undefined,
  now = Date.now(),
): number | undefined {
  if (typeof header !== 'string') return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}

/** Of an error only its code is passed on: its text may quote what was sent. */
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
