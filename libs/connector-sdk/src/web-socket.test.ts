import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { createResolver } from './egress.js';
import { Misconfigured, Unauthorized, Unavailable } from './failure.js';
import { startHostileServer } from './testing/index.js';
import { openWebSocket } from './web-socket.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server): Promise<string> {
  server.listen(0);
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `ws://localhost:${(server.address() as AddressInfo).port}/socket`;
}

const bounds = (signal = AbortSignal.timeout(5_000), allowPrivate = true) => ({
  signal,
  resolve: createResolver({ allowPrivate }),
  spend: async () => undefined,
});

/** A server that greets with a message of so many characters. */
async function greeting(length: number) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.send('x'.repeat(length));
  });
  closers.push(() => sockets.clients.forEach((client) => client.terminate()));
  return { url: await listen(server), sockets };
}

describe('a WebSocket', () => {
  test('gives the very first message, and is closed with the signal', async () => {
    const { url } = await greeting(5);
    const ending = new AbortController();
    const socket = await openWebSocket(bounds(ending.signal), { url });
    const first = once(socket, 'message');
    socket.resume();
    expect(String((await first)[0])).toBe('xxxxx');
    const closed = once(socket, 'close');
    ending.abort();
    await closed;
  });

  test('is broken by a message that is too large', async () => {
    const { url } = await greeting(2_000);
    const socket = await openWebSocket(bounds(), { url, limit: 1_000 });
    const broken = once(socket, 'error');
    socket.on('message', () => broken.then(() => undefined));
    socket.resume();
    await expect(broken).resolves.toMatchObject([{ code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }]);
    socket.terminate();
  });

  test.each([
    [401, Unauthorized],
    [403, Unauthorized],
    [200, Unavailable],
    [302, Unavailable],
    [500, Unavailable],
  ])('that is answered with %i is %p', async (status, failure) => {
    const server = createServer();
    server.on('upgrade', (_request, socket) => {
      socket.end(`HTTP/1.1 ${status} No\r\nlocation: /other\r\ncontent-length: 0\r\n\r\n`);
    });
    const url = await listen(server);
    await expect(openWebSocket(bounds(), { url })).rejects.toBeInstanceOf(failure);
  });

  test('that is never answered is given up with the signal, and leaves nothing open', async () => {
    const silent = await startHostileServer('accepts and never answers');
    closers.push(() => silent.stop());
    const url = `ws://${silent.host}:${silent.port}/`;
    const opened = openWebSocket(bounds(AbortSignal.timeout(200)), { url });
    await expect(opened).rejects.toBeInstanceOf(Unavailable);
    await silent.idle();
  });

  test('to an address that is not allowed is Misconfigured', async () => {
    const { url, sockets } = await greeting(1);
    const opened = openWebSocket(bounds(undefined, false), { url });
    await expect(opened).rejects.toBeInstanceOf(Misconfigured);
    expect(sockets.clients.size).toBe(0);
  });
});
