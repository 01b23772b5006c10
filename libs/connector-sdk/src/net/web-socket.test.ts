import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { WebSocketServer, type WebSocket } from 'ws';
import { Misconfigured, Unauthorized, Unavailable } from '../failure.js';
import { createRecorder } from '../recording/recorder.js';
import { createRedaction, redactRequest } from '../recording/redact.js';
import { createResolver } from './lookup.js';
import {
  bounds,
  certificate,
  closeAfterTest,
  failureOf,
  hostile,
  listen,
} from './testing/server.js';
import { startRedirectingServer } from './testing/hostile.js';
import { openWebSocket, openWebSocketStream } from './web-socket.js';

/** Starts a server that passes each socket to a function. */
async function serve(greet: (socket: WebSocket) => void, server = createServer()) {
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    greet(socket);
  });
  const listening = await listen(server);
  return { ...listening, url: `ws://${listening.host}/socket`, sockets };
}

/** Starts a server that sends a message of a certain length first. */
const greeting = (length: number) => serve((socket) => socket.send('x'.repeat(length)));

/** Starts a server that answers the handshake itself. */
async function answering(answer: (socket: Duplex) => void) {
  const server = createServer();
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined);
    // A socket of an HTTP server stays half open after the other end closes, unless it is read.
    socket.on('end', () => socket.destroy()).resume();
    answer(socket);
  });
  const listening = await listen(server);
  return { ...listening, url: `ws://${listening.host}/socket` };
}

/** The next message of a socket as a text. */
async function nextMessage(socket: WebSocket): Promise<string> {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return String(data);
}

describe('a WebSocket', () => {
  test('delivers the very first message, and is closed by the signal', async () => {
    const { url, idle } = await greeting(5);
    const ending = new AbortController();
    const socket = await openWebSocket(bounds({ signal: ending.signal }), { url });
    const first = nextMessage(socket);
    socket.resume();
    expect(await first).toBe('xxxxx');
    const closed = once(socket, 'close');
    ending.abort();
    await closed;
    await idle();
  });

  test('that is paused is closed by the signal as well', async () => {
    const { url, idle } = await greeting(5);
    const ending = new AbortController();
    const socket = await openWebSocket(bounds({ signal: ending.signal }), { url });
    expect(socket.isPaused).toBe(true);
    const closed = once(socket, 'close');
    ending.abort();
    await closed;
    await idle();
  });

  test('sends the given headers and the requested host', async () => {
    const { port, sockets } = await greeting(1);
    const connected = once(sockets, 'connection');
    const resolve = async () => ({ address: '127.0.0.1', family: 4 }) as const;
    const url = `http://device.example:${port}/socket?a=1#part`;
    const socket = await openWebSocket(bounds({ resolve }), { url, headers: { 'x-key': 'k' } });
    const [, request] = await connected;
    expect(request.url).toBe('/socket?a=1');
    expect(request.headers).toMatchObject({ host: `device.example:${port}`, 'x-key': 'k' });
    socket.terminate();
  });

  test('can be a stream of bytes with a subprotocol, which ends with it', async () => {
    const { url, sockets, idle } = await serve((socket) =>
      socket.on('message', () => socket.close()),
    );
    const connected = once(sockets, 'connection');
    const stream = await openWebSocketStream(bounds(), { url, protocol: 'mqtt' });
    const [, request] = await connected;
    expect(request.headers['sec-websocket-protocol']).toBe('mqtt');
    stream.resume().write('bytes');
    await once(stream, 'close');
    await idle();
  });

  test('that a server opens without the subprotocol is Unavailable', async () => {
    const server = createServer();
    new WebSocketServer({ server, handleProtocols: () => false });
    const url = `ws://${(await listen(server)).host}`;
    const opened = openWebSocketStream(bounds(), { url, protocol: 'mqtt' });
    await expect(opened).rejects.toThrow(Unavailable);
  });

  test('is broken by a message that is too large', async () => {
    const { url, idle } = await greeting(2_000);
    const socket = await openWebSocket(bounds(), { url, maxBytes: 1_999 });
    const broken = once(socket, 'error');
    socket.resume();
    await expect(broken).resolves.toMatchObject([{ code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }]);
    socket.terminate();
    await idle();
    const larger = await openWebSocket(bounds(), { url, maxBytes: 2_000 });
    const whole = nextMessage(larger);
    larger.resume();
    expect(await whole).toHaveLength(2_000);
    larger.terminate();
  });

  test('accepts messages of at most 4 MiB by default', async () => {
    const { url } = await greeting(4 * 1024 * 1024 + 1);
    const socket = await openWebSocket(bounds(), { url });
    const broken = once(socket, 'error');
    socket.resume();
    await expect(broken).resolves.toMatchObject([{ code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }]);
    socket.terminate();
  });

  test('that fails without a listener does not end the process', async () => {
    const { url } = await serve((socket) => {
      // A frame with a reserved bit set, which violates the protocol, and the end of the connection.
      const { _socket: below } = socket as unknown as { _socket: Duplex };
      below.end(Buffer.from([0xf1, 0x00]));
    });
    const socket = await openWebSocket(bounds(), { url });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await closed;
  });

  test('over TLS trusts the given authority, and no other', async () => {
    const pair = await certificate();
    const { host } = await serve((socket) => socket.send('hello'), createTlsServer(pair));
    const url = `wss://${host}/`;
    await expect(openWebSocket(bounds(), { url })).rejects.toBeInstanceOf(Misconfigured);
    const socket = await openWebSocket(bounds(), { url, ca: pair.cert });
    const first = nextMessage(socket);
    socket.resume();
    expect(await first).toBe('hello');
    socket.terminate();
  });
});

describe('a WebSocket that is not opened', () => {
  test.each([
    [401, Unauthorized],
    [403, Unauthorized],
    [200, Unavailable],
    [302, Misconfigured],
    [404, Misconfigured],
    [500, Unavailable],
  ])('because the answer is %i is %p', async (status, failure) => {
    const { url, idle } = await answering((socket) => {
      socket.write(
        `HTTP/1.1 ${status} No\r\nlocation: /other\r\ncontent-length: 9\r\n\r\na secret`,
      );
    });
    const refusal = await failureOf(openWebSocket(bounds(), { url }));
    expect(refusal).toBeInstanceOf(failure);
    expect(String(refusal)).not.toContain('secret');
    await idle();
  });

  test('because of a 503 with `Retry-After` says when to retry', async () => {
    const { url } = await answering((socket) => {
      socket.end('HTTP/1.1 503 Busy\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n');
    });
    const refusal = await failureOf(openWebSocket(bounds(), { url }));
    expect(refusal).toMatchObject({ retryAfterMs: 7_000, sent: false });
  });

  test('because the key of the handshake is wrong is Unavailable', async () => {
    const { url, idle } = await answering((socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
          'sec-websocket-accept: bm90IHRoZSBrZXk=\r\n\r\n',
      );
    });
    await expect(openWebSocket(bounds(), { url })).rejects.toBeInstanceOf(Unavailable);
    await idle();
  });

  test('does not follow redirects', async () => {
    const target = await greeting(1);
    const server = await startRedirectingServer(target.url);
    closeAfterTest(() => server.stop());
    const url = `ws://127.0.0.1:${server.port}/`;
    await expect(openWebSocket(bounds(), { url })).rejects.toBeInstanceOf(Misconfigured);
    expect(target.connections()).toBe(0);
  });

  test('because it is never answered ends with the signal', async () => {
    const silent = await hostile('accepts and never answers');
    for (const scheme of ['ws', 'wss']) {
      const url = `${scheme}://${silent.host}:${silent.port}/`;
      const opened = openWebSocket(bounds({ signal: AbortSignal.timeout(200) }), { url });
      const refusal = await failureOf(opened);
      expect(refusal).toBeInstanceOf(Unavailable);
      expect(refusal).toMatchObject({ sent: false, message: expect.stringMatching(/in time/) });
      await silent.idle();
    }
  });

  test.each([
    ['the rate limit is waited for', { acquire: () => new Promise<never>(() => undefined) }],
    ['its name is looked up', { resolve: () => new Promise<never>(() => undefined) }],
  ])('while %s ends with the signal', async (_what, given) => {
    const signal = AbortSignal.timeout(50);
    const opened = openWebSocket(bounds({ ...given, signal }), { url: 'ws://localhost:1/' });
    await expect(opened).rejects.toBeInstanceOf(Unavailable);
  });

  test('because the signal is aborted already does not connect', async () => {
    const { url, connections } = await greeting(1);
    const opened = openWebSocket(bounds({ signal: AbortSignal.abort() }), { url });
    await expect(opened).rejects.toBeInstanceOf(Unavailable);
    expect(connections()).toBe(0);
  });

  test('because its address is not allowed is not connected to', async () => {
    const { url, connections } = await greeting(1);
    const resolve = createResolver({ allowPrivate: false });
    const opened = openWebSocket(bounds({ resolve }), { url });
    await expect(opened).rejects.toThrow('not allowed');
    expect(connections()).toBe(0);
  });

  test.each(['ftp://localhost/', 'ws://user:pw@localhost/', 'nonsense'])(
    'because the address is %s is Misconfigured',
    async (url) => {
      await expect(openWebSocket(bounds(), { url })).rejects.toBeInstanceOf(Misconfigured);
    },
  );

  test('because a header has a line break is Misconfigured, and reveals no secret', async () => {
    const { url, connections } = await greeting(1);
    const headers = { authorization: 'Bearer a secret\r\nx-evil: 1' };
    const refusal = await failureOf(openWebSocket(bounds(), { url, headers }));
    expect(refusal).toBeInstanceOf(Misconfigured);
    expect(String(refusal)).not.toContain('secret');
    expect(connections()).toBe(0);
  });
});

test('messages in both directions are recorded, bounded, and without secrets', async () => {
  const { url } = await serve((socket) =>
    socket.on('message', (message) => socket.send(`answer to ${String(message).length}`)),
  );
  const recorder = createRecorder();
  const socket = await openWebSocket({ ...bounds(), record: recorder }, { url });
  socket.resume();
  const exchange = async (text: string | Buffer) => {
    const answered = nextMessage(socket);
    socket.send(text);
    await answered;
  };
  await exchange('{"type":"auth","access_token":"canary-token","pin":"canary-known"}');
  for (let n = 0; n < 20; n += 1) await exchange(`{"id":${n},"text":"${'x'.repeat(5_000)}"}`);
  await exchange(Buffer.from('another protocol'));
  socket.terminate();
  const redaction = createRedaction(['canary-known']);
  const recorded = recorder.requests().map((request) => redactRequest(request, redaction));
  const sent = recorded.filter(({ method }) => method === 'SEND');
  expect(sent).toHaveLength(6);
  expect(sent[0]).toMatchObject({
    protocol: 'websocket',
    address: `${url} sent message 1`,
    sent: { bytes: 66, body: '{"type":"auth","access_token":"[secret]","pin":"[secret]"}' },
  });
  expect(sent.at(-1)!.sent!.body).toMatch(/^\{"id":19,"text":"x+$/);
  expect(sent.every((one) => one.sent!.body!.length <= 1_024)).toBe(true);
  expect(recorded.filter(({ method }) => method === 'RECEIVE')).toHaveLength(6);
  expect(JSON.stringify(recorded)).not.toMatch(/canary|another protocol/);
});
