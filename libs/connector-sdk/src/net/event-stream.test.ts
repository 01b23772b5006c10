import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Misconfigured, Unauthorized, Unavailable } from '../failure.js';
import {
  openEventStream,
  StreamIdle,
  type EventStreamRequest,
  type ServerSentEvent,
} from './event-stream.js';
import { createResolver } from './lookup.js';
import { bounds, certificate, failureOf, hostile, listen, serveTls } from './testing/server.js';

const asStream = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Starts a server that begins a stream of events, which the test continues. */
async function streaming(begin: (response: ServerResponse, headers: IncomingHttpHeaders) => void) {
  const server = createServer((request, response) => {
    response.writeHead(200, asStream).flushHeaders();
    begin(response, request.headers);
  });
  const { host, ...rest } = await listen(server);
  return { url: `http://${host}/events`, ...rest };
}

const open = (request: EventStreamRequest, given = {}) => openEventStream(bounds(given), request);

/** The events until the stream ends, and the reason for that. */
async function collect(stream: AsyncIterable<ServerSentEvent>) {
  const events: ServerSentEvent[] = [];
  const reason = await failureOf(
    (async () => {
      for await (const event of stream) events.push(event);
    })(),
  );
  return { events, reason };
}

/** Starts a server that sends these bytes over and over. */
const flooding = (bytes: string) =>
  streaming((response) => {
    const more = () => {
      while (!response.destroyed && response.write(bytes));
    };
    response.on('drain', more);
    more();
  });

describe('a stream of events', () => {
  test('passes on events as they arrive, in whatever pieces', async () => {
    let sent: ServerResponse | undefined;
    const { url } = await streaming((response) => (sent = response));
    const stream = await open({ url });
    const events = stream[Symbol.asyncIterator]();
    const bytes = Buffer.from(
      ': hi\n\nid: 7\nevent: update\ndata: {"ä":\ndata: 1}\n\ndata:two\r\n\r\nretry: 5\n\ndata: lost',
    );
    for (const byte of bytes) sent!.write(Buffer.of(byte));
    expect((await events.next()).value).toEqual({ event: 'update', data: '{"ä":\n1}', id: '7' });
    expect((await events.next()).value).toEqual({ event: 'message', data: 'two', id: '7' });
    sent!.end();
    const reason = await failureOf(events.next());
    expect(reason).toBeInstanceOf(Unavailable);
    expect(reason).not.toBeInstanceOf(StreamIdle);
  });

  test('is asked for with the headers, the credentials and the last event', async () => {
    let seen: IncomingHttpHeaders = {};
    const { url } = await streaming((_response, headers) => (seen = headers));
    const auth = { scheme: 'bearer', token: 'a-token' } as const;
    const stream = await open({ url, headers: { 'X-Key': 'k' }, auth, lastEventId: '41' });
    expect(seen).toMatchObject({
      accept: 'text/event-stream',
      'last-event-id': '41',
      'x-key': 'k',
      authorization: 'Bearer a-token',
    });
    stream.close();
  });

  test('answers a Digest challenge', async () => {
    const challenge = 'Digest realm="hub", nonce="n", algorithm=MD5, qop="auth"';
    const server = createServer((request, response) => {
      const isAnswered = request.headers.authorization?.startsWith('Digest ');
      if (isAnswered) response.writeHead(200, asStream).end('data: in\n\n');
      else response.writeHead(401, { 'www-authenticate': challenge }).end();
    });
    const { host, connections, idle } = await listen(server);
    const auth = { scheme: 'digest', username: 'u', password: 'p' } as const;
    const { events } = await collect(await open({ url: `http://${host}/`, auth }));
    expect(events).toEqual([{ event: 'message', data: 'in', id: '' }]);
    expect(connections()).toBe(2);
    await idle();
  });

  test('is not opened for an address that may not be reached', async () => {
    const server = await hostile('accepts and never answers');
    const resolve = createResolver({ allowPrivate: false });
    const opening = open({ url: `http://127.0.0.1:${server.port}/` }, { resolve });
    expect(await failureOf(opening)).toBeInstanceOf(Misconfigured);
    expect(server.connections()).toBe(0);
  });

  test('trusts only the pinned certificate', async () => {
    const pair = await certificate();
    const { url, idle } = await serveTls((_request, response) => {
      response.writeHead(200, asStream).end('data: in\n\n');
    }, pair);
    const refuse = async () => {
      throw new Misconfigured('Another certificate.');
    };
    expect(await failureOf(open({ url, tls: { pin: refuse } }))).toBeInstanceOf(Misconfigured);
    const { events } = await collect(await open({ url, tls: { pin: async () => undefined } }));
    expect(events).toHaveLength(1);
    await idle();
  });

  test.each([
    [401, asStream, Unauthorized],
    [403, asStream, Unauthorized],
    [500, asStream, Unavailable],
    [204, asStream, Unavailable],
    [302, { ...asStream, location: 'http://127.0.0.1:1/' }, Misconfigured],
    [200, { 'content-type': 'text/html' }, Unavailable],
    [200, {}, Unavailable],
  ])('that is answered with %i and %j fails', async (status, headers, failure) => {
    const server = createServer((_request, response) => response.writeHead(status, headers).end());
    const { host, idle } = await listen(server);
    expect(await failureOf(open({ url: `http://${host}/` }))).toBeInstanceOf(failure);
    await idle();
  });
});

describe('the end of a stream', () => {
  test('comes when nothing arrives for too long', async () => {
    const { url, idle } = await streaming((response) => response.write('data: first\n\n'));
    const { events, reason } = await collect(await open({ url, idleTimeoutMs: 200 }));
    expect(events).toHaveLength(1);
    expect(reason).toBeInstanceOf(StreamIdle);
    await idle();
  });

  test('comes when the server closes in the middle', async () => {
    const { url, idle } = await streaming((response) =>
      response.write('data: a\n\ndata: b', () => response.destroy()),
    );
    const { events, reason } = await collect(await open({ url }));
    expect(events).toHaveLength(1);
    expect(reason).toBeInstanceOf(Unavailable);
    await idle();
  });

  test.each(['aborting', 'closing', 'leaving'])('comes by %s', async (how) => {
    const stopping = new AbortController();
    const { url, idle } = await streaming((response) => response.write('data: a\n\n'));
    const stream = await open({ url }, { signal: stopping.signal });
    let count = 0;
    const reading = (async () => {
      for await (const _event of stream) {
        count += 1;
        if (how === 'leaving') break;
        if (how === 'closing') stream.close();
        if (how === 'aborting') stopping.abort();
      }
    })();
    if (how === 'leaving') await reading;
    else expect(await failureOf(reading)).toBeInstanceOf(Unavailable);
    expect(count).toBe(1);
    await idle();
  });

  test('comes before it has begun when the server does not answer', async () => {
    const server = await hostile('accepts and never answers');
    const stopping = new AbortController();
    const url = `http://127.0.0.1:${server.port}/`;
    const opening = failureOf(open({ url }, { signal: stopping.signal }));
    await server.connected();
    stopping.abort();
    expect(await opening).toBeInstanceOf(Unavailable);
    await server.idle();
  });
});

describe('a hostile stream', () => {
  test.each([
    ['a line without end', 'data: '.padEnd(65_536, 'x')],
    ['an event without end', 'data: x\n'.repeat(8_192)],
    ['garbage without end', '\u0000<<<nonsense:\ufffd'.repeat(4_096)],
    ['comments without end of their line', ':'.padEnd(65_536, ':')],
  ])('of %s is cut off', async (_what, bytes) => {
    const before = process.memoryUsage().rss;
    const { url, idle } = await flooding(bytes);
    const { events, reason } = await collect(await open({ url }));
    await idle();
    expect(events).toEqual([]);
    expect(reason).toMatchObject({ message: expect.stringMatching(/more than 1048576 char/) });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('of one event that is too large is cut off, even if it arrives at once', async () => {
    const { url } = await streaming((response) => response.end(`data: ${'x'.repeat(1_000)}\n\n`));
    const { events, reason } = await collect(await open({ url, maxEventLength: 999 }));
    expect(events).toEqual([]);
    expect(reason).toBeInstanceOf(Unavailable);
    expect((await collect(await open({ url, maxEventLength: 1_000 }))).events).toHaveLength(1);
  });

  test.each(['data: x\n\n', 'nonsense\n'])('of %j lets others work meanwhile', async (bytes) => {
    const { url, idle } = await flooding(bytes.repeat(4_096));
    const stream = await open({ url });
    const reading = collect(stream);
    await once(AbortSignal.timeout(1), 'abort');
    stream.close();
    expect((await reading).reason).toBeInstanceOf(Unavailable);
    await idle();
  });
});
