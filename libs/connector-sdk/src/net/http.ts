import { acquireInTime, raceSignal } from './abort.js';
import { createAuthenticator, type Authenticator } from './authentication.js';
import { type Http, type HttpBounds, type HttpAnswer, type HttpRequest } from './request.js';
import { throwFailure } from './refused.js';
import { parseHttpUrl, shownAddress } from './url.js';
import { Client, errors, request as send, type Dispatcher } from 'undici';
import type { SharedBudget } from '../budget.js';
import { recorded } from './recorded.js';
import { ConnectorFailure, Misconfigured, Unavailable, withAddress } from '../failure.js';
import { connector } from './connect.js';
import { connectionFailure } from './connection-failure.js';
import { idleTimeoutMs, type HttpConnection, type IdleConnections } from './idle-connections.js';
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
  connections?: IdleConnections | undefined;
}

async function sendOnce(exchange: Exchange): Promise<HttpAnswer> {
  const { connections, url, signal } = exchange;
  const key = connections && keyOf(exchange);
  const idle = key === undefined ? undefined : connections?.take(key);
  const connection = idle ?? openConnection(exchange, { isLasting: key !== undefined });
  try {
    const answer = await raceSignal(signal, respond(exchange, connection.dispatcher));
    if (key !== undefined && connection.isOpen()) connections?.add(key, connection);
    else connection.close();
    return answer;
  } catch (error) {
    const isLost = !signal.aborted && !connection.isOpen() && !(error instanceof ConnectorFailure);
    connection.close();
    // A server may close an idle connection just when it is used.
    if (idle && isLost) return sendOnce(exchange);
    throw failureOf(error, url, { timedOut: signal.aborted, sent: connection.wasOpened() });
  }
}

const repeatable: readonly string[] = ['GET', 'PUT', 'DELETE'] satisfies HttpRequest['method'][];

/**
 * Returns what a connection must lead to and trust to be used again; undefined for a request that cannot be repeated on
 * another one.
 */
function keyOf({ url, request: { tls, method = 'GET' } }: Exchange): string | undefined {
  if (!repeatable.includes(method)) return undefined;
  return JSON.stringify([url.origin, tls?.ca, tls?.pin !== undefined]);
}

interface ConnectionOptions {
  /** A response fails when nothing arrives for this time (ms). */
  idleTimeoutMs?: number;
  /** Whether further requests follow. */
  isLasting?: boolean;
}

/** Prepares the connection for a request. */
export function openConnection(
  exchange: Exchange,
  { idleTimeoutMs: bodyTimeout, isLasting = false }: ConnectionOptions = {},
): HttpConnection {
  const connect = connector(exchange, exchange.request.tls);
  let isOpened = false;
  let isEnded = false;
  const dispatcher = new Client(exchange.url.origin, {
    connect(options, done) {
      // The signal is that of the first request.
      if (isEnded) {
        const failure = new Unavailable('The connection has ended.', { cause: 'connection_lost' });
        return done(failure, null);
      }
      connect(options, (...outcome) => {
        isOpened ||= outcome[1] !== null;
        done(...outcome);
      });
    },
    maxHeaderSize: 64 * 1024,
    bodyTimeout,
    pipelining: isLasting ? 1 : 0,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: idleTimeoutMs,
  });
  dispatcher.on('disconnect', () => (isEnded = true));
  return {
    dispatcher,
    isOpen: () => isOpened && !isEnded,
    wasOpened: () => isOpened,
    close: () => void dispatcher.destroy().catch(() => undefined),
  };
}

async function respond(exchange: Exchange, dispatcher: Dispatcher): Promise<HttpAnswer> {
  const { maxBytes = defaultMaxBytes, cutsBody = false } = exchange.request;
  const { url, effort } = exchange;
  const answer = await sendRequest(exchange, dispatcher);
  const { text, isCut } = await textOf(answer.body, { maxBytes, cutsBody, url, effort });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    isCut,
    address: shownAddress(url),
    json: () => parseJson(text, url, { status: answer.statusCode, headers: answer.headers }),
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

interface BodyLimits {
  maxBytes: number;
  cutsBody: boolean;
  url: URL;
  effort: SharedBudget | undefined;
}

async function textOf(
  body: AsyncIterable<Buffer>,
  { maxBytes, cutsBody, url, effort }: BodyLimits,
): Promise<{ text: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const room = maxBytes - size;
    const isCut = cutsBody && chunk.length > room;
    size += chunk.length;
    if ((size > maxBytes && !isCut) || effort?.take('bytes', chunk.length) === false) {
      throw new Unavailable(
        `The answer of ${url.host} has more than ${maxBytes.toLocaleString('en')} bytes.`,
        {
          cause: 'answer_too_large',
        },
      );
    }
    chunks.push(isCut ? chunk.subarray(0, room) : chunk);
    if (isCut) return { text: toText(chunks), isCut };
  }
  return { text: toText(chunks), isCut: false };
}

const toText = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');

const maxTypeLength = 60;

/** Parses the body of an answer. Throws `Unavailable` when it is not JSON. */
export function parseJson(
  text: string,
  url: URL,
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const type = [headers['content-type']].flat()[0]?.slice(0, maxTypeLength);
    const instead = type && !/\bjson\b/i.test(type) ? `, but with ${type}` : '';
    throw new Unavailable(`${url.host} does not answer with JSON${instead}.`, {
      cause: 'not_json',
      address: shownAddress(url),
      status,
    });
  }
}

/** Returns the failure for an error. Only its code is passed on: the message may quote what was sent. */
export function failureOf(
  error: unknown,
  url: URL,
  { timedOut, sent }: { timedOut: boolean; sent: boolean },
): ConnectorFailure {
  const address = shownAddress(url);
  if (error instanceof ConnectorFailure) return withAddress(error, address);
  if (timedOut) {
    const cause = sent ? 'answer_timeout' : 'connect_timeout';
    return new Unavailable(`${url.host} did not answer in time.`, { sent, cause, address });
  }
  if (error instanceof errors.InvalidArgumentError) {
    const detail = 'The request cannot be sent: a header or the address is not valid.';
    return new Misconfigured(detail, { cause: 'request_invalid', address });
  }
  return withAddress(connectionFailure(error, url.host, { sent }), address);
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
    const { resolve, effort, connections } = bounds;
    const exchange = { request, url, authenticator, resolve, signal, effort, connections };
    const sendNow = () => recorded(bounds.record, { url, request }, () => sendOnce(exchange));
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
