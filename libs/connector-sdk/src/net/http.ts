import { acquireInTime, raceSignal } from './abort.js';
import { createAuthenticator, type Authenticator } from './authentication.js';
import {
  type Http,
  type HttpBounds,
  type HttpAnswer,
  type HttpRequest,
  throwFailure,
} from './request.js';
import { parseHttpUrl } from './url.js';
import { Agent, errors, request as send, type Dispatcher } from 'undici';
import type { SharedBudget } from '../budget.js';
import { ConnectorFailure, Misconfigured, Unavailable } from '../failure.js';
import { connector } from './connect.js';
import type { ResolveHost } from './lookup.js';

const defaultMaxBytes = 4 * 1024 * 1024;

/** One attempt to send a request; a challenge is answered by a second one. */
export interface Exchange {
  request: HttpRequest;
  url: URL;
  authenticator: Authenticator;
  resolve: ResolveHost;
  signal: AbortSignal;
  effort?: SharedBudget | undefined;
}

export interface HttpConnection {
  dispatcher: Dispatcher;
  toFailure(error: unknown): Error;
  close(): void;
}

async function sendOnce(exchange: Exchange): Promise<HttpAnswer> {
  const connection = openConnection(exchange);
  try {
    return await raceSignal(exchange.signal, respond(exchange, connection.dispatcher));
  } catch (error) {
    throw connection.toFailure(error);
  } finally {
    connection.close();
  }
}

/** Prepares the connection for a request; with `idleTimeoutMs`, a response fails when nothing arrives for long. */
export function openConnection(
  exchange: Exchange,
  { idleTimeoutMs }: { idleTimeoutMs?: number } = {},
): HttpConnection {
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
    bodyTimeout: idleTimeoutMs,
  });
  return {
    dispatcher,
    toFailure: (error) => failureOf(error, url, { timedOut: signal.aborted, sent: isConnected }),
    close: () => void dispatcher.destroy().catch(() => undefined),
  };
}

async function respond(exchange: Exchange, dispatcher: Dispatcher): Promise<HttpAnswer> {
  const { maxBytes = defaultMaxBytes } = exchange.request;
  const { url, effort } = exchange;
  const answer = await sendRequest(exchange, dispatcher);
  const text = await textOf(answer.body, { maxBytes, url, effort });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    json: () => parse(text, url),
  };
}

/** Sends a request; the caller reads the body of the response. */
export function sendRequest(
  { request, url, authenticator, signal }: Exchange,
  dispatcher: Dispatcher,
): Promise<Dispatcher.ResponseData> {
  const { method = 'GET', headers, auth, json, body } = request;
  const content = json === undefined ? body : JSON.stringify(json);
  const authorization = authenticator.authorize(auth, { url, method });
  return send(url, {
    dispatcher,
    signal,
    method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Trellis',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...inLowerCase(headers),
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: content,
  });
}

/** Lowers the names of headers, so that the caller's replace the defaults. */
const inLowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function textOf(
  body: AsyncIterable<Buffer>,
  { maxBytes, url, effort }: { maxBytes: number; url: URL; effort: SharedBudget | undefined },
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes || effort?.take('bytes', chunk.length) === false) {
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

/** Returns the failure for an error. Only its code is passed on: the message may quote what was sent. */
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

const defaultTimeoutMs = 10_000;

export function createHttp(bounds: HttpBounds): Http {
  const authenticator = createAuthenticator();
  return async (request) => {
    const url = parseHttpUrl(request.url);
    const caller = request.signal
      ? AbortSignal.any([bounds.signal, request.signal])
      : bounds.signal;
    await acquireInTime({ signal: caller, acquire: bounds.acquire }, url);
    const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
    const signal = AbortSignal.any([caller, timeout]);
    const { resolve, effort } = bounds;
    const exchange = { request, url, authenticator, resolve, signal, effort };
    const sendNow = () => sendOnce(exchange);
    const send = () =>
      bounds.follow ? bounds.follow(request.method ?? 'GET', sendNow) : sendNow();
    let answer = await send();
    const { status, headers } = answer;
    // Only once: a second challenge means that the credentials are wrong.
    if (status === 401 && authenticator.learn(request.auth, url, headers)) {
      await acquireInTime({ signal, acquire: bounds.acquire }, url);
      answer = await send();
    }
    throwFailure(answer, request, url);
    return answer;
  };
}
