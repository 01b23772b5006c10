import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { createMessageStream, type MessageStream } from '@trellis/contracts/message-stream';
import { waitFor } from '@trellis/testing';
import { WebSocket, WebSocketServer } from 'ws';
import { createTunnel } from './tunnel.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Connects a tunnel to an agent that answers each request with the number of its session. */
async function start() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const connecting = once(server, 'connection') as Promise<[WebSocket]>;
  const agent = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket]] = await Promise.all([connecting, once(agent, 'open')]);
  const tunnel = createTunnel(socket);
  socket.on('message', (message: Buffer) => tunnel.receive(message));
  closers.push(() => {
    agent.terminate();
    tunnel.destroy();
    server.close();
  });

  let sessions = 0;
  let session: MessageStream | undefined;
  const http = createServer();
  http.on('stream', (stream) => {
    stream.respond();
    stream.end(`session ${sessions}`);
  });
  agent.on('message', (message: Buffer) => {
    if (message.length === 0) {
      session = undefined;
      return;
    }
    if (!session) {
      sessions += 1;
      session = createMessageStream(agent);
      http.emit('connection', session.stream);
    }
    session.receive(message);
  });
  const request = () => text(tunnel.request({ ':path': '/' }));
  return { tunnel, agent, socket, request, sessions: () => sessions };
}

const later = () => performance.now() + 61_000;

test('an idle agent has no session, and the next stream begins another one', async () => {
  const { tunnel, agent, request, sessions } = await start();
  expect(sessions()).toBe(0);
  expect(await request()).toBe('session 1');
  await waitFor(() => tunnel.streams() === 0);
  tunnel.endIfIdle(performance.now());
  expect(await request()).toBe('session 1');
  await waitFor(() => tunnel.streams() === 0);

  const end = once(agent, 'message') as Promise<[Buffer]>;
  tunnel.endIfIdle(later());
  const [message] = await end;
  expect(message).toHaveLength(0);
  const next = request();
  // The last bytes of the session that has ended belong to no other.
  agent.send(Buffer.from('late'));
  agent.send(Buffer.alloc(0));
  expect(await next).toBe('session 2');
});

test('a session with an open stream does not end', async () => {
  const { tunnel, socket } = await start();
  const open = tunnel.request({ ':method': 'CONNECT', ':authority': 'hue:443' });
  open.on('error', () => undefined);
  tunnel.endIfIdle(later());
  expect(tunnel.streams()).toBe(1);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});
