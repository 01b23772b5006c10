import { errors } from 'undici';
import { Unavailable } from '../failure.js';
import { recorded } from './recorded.js';
import { acquireInTime, raceSignal } from './abort.js';
import { createAuthenticator, type Authenticator, type HttpAuth } from './authentication.js';
import type { TlsTrust } from './connect.js';
import { failureOf, openConnection, sendRequest } from './http.js';
import type { HttpBounds } from './request.js';
import { throwFailure } from './refused.js';
import { parseHttpUrl, shownAddress } from './url.js';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { restMs } from '../budget.js';

export interface EventStreamRequest {
  /** `http:` or `https:`, without user and password in it. */
  url: string | URL;
  headers?: Record<string, string>;
  auth?: HttpAuth | undefined;
  tls?: TlsTrust | undefined;
  /** The id of the last event that was received, so that the server sends what was missed. */
  lastEventId?: string | undefined;
  /** The largest event that is accepted (characters). Default 1 Mi. */
  maxEventLength?: number;
  /** The stream ends when the server sends nothing for this time, not even a comment (ms). Default 60,000. */
  idleTimeoutMs?: number;
  /** The share of the time that the server may keep this thread busy. Default a fifth. */
  maxShare?: number;
}

/** Events as they arrive. Iteration ends only with an error; leaving the loop closes the stream. */
export interface EventStream extends AsyncIterable<ServerSentEvent> {
  close(): void;
}

/** Nothing arrived for the idle timeout, which may be no fault of the server. */
export class StreamIdle extends Unavailable {}

const defaults = { maxEventLength: 1024 * 1024, idleTimeoutMs: 60_000, maxShare: 1 / 5 };
const openTimeoutMs = 10_000;

/**
 * Opens a stream of server-sent events (HTML Living Standard, section 9.2) with the same limits as `http`: to exactly
 * the address that the egress policy allows, without redirects, with events of bounded size, and with a bounded share
 * of this thread. Resolves when the server begins to answer; iterate over it, or close it. Never reconnects by
 * itself. Throws what `http` throws for a `GET`, also during iteration: `Unavailable` when the server ends the stream
 * or the signal is aborted, `StreamIdle` when it falls silent.
 */
export async function openEventStream(
  bounds: HttpBounds,
  request: EventStreamRequest,
): Promise<EventStream> {
  const url = parseHttpUrl(request.url);
  const authenticator = createAuthenticator();
  const open = () =>
    recorded(bounds.record, { url, request: {} }, () =>
      openOnce({ bounds, request, url, authenticator }),
    );
  let stream = await open();
  // A second challenge means that the credentials are wrong.
  if (stream.status === 401 && authenticator.learn(request.auth, url, stream.headers)) {
    stream.close();
    stream = await open();
  }
  try {
    throwFailure(stream, {}, url);
    const [type = ''] = [stream.headers['content-type']].flat();
    if (stream.status !== 200 || !/^text\/event-stream\s*(;|$)/i.test(type)) {
      throw new Unavailable(`${url.host} does not answer with a stream of events.`, {
        cause: 'unexpected_form',
        address: shownAddress(url),
        status: stream.status,
      });
    }
    return stream;
  } catch (error) {
    stream.close();
    throw error;
  }
}

interface Opening {
  bounds: HttpBounds;
  request: EventStreamRequest;
  url: URL;
  authenticator: Authenticator;
}

async function openOnce({ bounds, request, url, authenticator }: Opening) {
  await acquireInTime(bounds, url);
  const { maxEventLength, idleTimeoutMs, maxShare } = { ...defaults, ...request };
  const ending = new AbortController();
  const signal = AbortSignal.any([bounds.signal, ending.signal]);
  const headers = {
    accept: 'text/event-stream',
    'cache-control': 'no-store',
    ...(request.lastEventId ? { 'last-event-id': request.lastEventId } : {}),
    ...request.headers,
  };
  const get = { url, headers, auth: request.auth, tls: request.tls };
  const exchange = { request: get, url, authenticator, resolve: bounds.resolve, signal };
  const connection = openConnection(exchange, { idleTimeoutMs });
  const toFailure = (error: unknown) =>
    failureOf(error, url, { timedOut: signal.aborted, sent: connection.wasOpened() });
  const close = () => {
    ending.abort();
    connection.close();
  };
  const timer = setTimeout(close, openTimeoutMs);
  try {
    const { statusCode, headers, body } = await raceSignal(
      signal,
      sendRequest(exchange, connection.dispatcher),
    );
    // An unread body fails when the connection is closed.
    body.on('error', () => undefined);
    const events = readEvents(body, { host: url.host, maxEventLength, maxShare });
    return { status: statusCode, headers, close, [Symbol.asyncIterator]: iterate };

    async function* iterate() {
      try {
        yield* events;
      } catch (error) {
        if (error instanceof errors.BodyTimeoutError) {
          throw new StreamIdle(`${url.host} has sent nothing for ${idleTimeoutMs / 1000} s.`, {
            cause: 'went_silent',
            address: shownAddress(url),
          });
        }
        throw toFailure(error);
      } finally {
        close();
      }
    }
  } catch (error) {
    close();
    throw toFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

export interface ServerSentEvent {
  /** Its type; `message` if the server names none. */
  event: string;
  data: string;
  /** The last id that the server sent, with this event or an earlier one; empty if there is none. */
  id: string;
}

/**
 * Parses the events in a stream of bytes. The work of this thread until the next event is requested counts as caused
 * by the server: the stream is then not read until the share of the time is below `maxShare`. Throws `Unavailable`
 * when an event is too large, and at the end of the stream.
 */
export async function* readEvents(
  body: Readable,
  { host, maxEventLength, maxShare }: { host: string; maxEventLength: number; maxShare: number },
): AsyncGenerator<ServerSentEvent, never> {
  const decoder = new TextDecoder();
  const events: ServerSentEvent[] = [];
  let lastId = '';
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent({ event = 'message', data, id = lastId }) {
      lastId = id;
      isTooLarge ||= data.length + id.length > maxEventLength;
      events.push({ event, data, id });
    },
    // Other errors in a line are ignored, as the standard says.
    onError: ({ type }) => (isTooLarge ||= type === 'max-buffer-size-exceeded'),
  });
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const before = performance.eventLoopUtilization();
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isTooLarge) {
      throw new Unavailable(`${host} sends an event of more than ${maxEventLength} characters.`, {
        cause: 'answer_too_large',
      });
    }
    yield* events.splice(0);
    // Not the elapsed time: a consumer that only waits leaves this thread to others.
    const { active } = performance.eventLoopUtilization(before);
    await rest(body, restMs(active, maxShare));
  }
  throw new Unavailable(`${host} has ended the stream of events.`, { cause: 'connection_lost' });
}

/** Waits, but at most until the stream is closed. */
async function rest(body: Readable, ms: number): Promise<void> {
  if (body.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      body.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    body.once('close', end);
  });
}
