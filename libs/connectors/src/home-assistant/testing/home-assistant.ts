import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { answerCommand, command, errorAnswer } from './commands.js';
import { newHouse, type TestHouse } from './house.js';

/** A Home Assistant for tests, which answers as its WebSocket API is documented. */
export interface HomeAssistantPeer {
  url: string;
  token: string;
  house: TestHouse;
  /** Error codes with which commands are answered, by the type of the command. */
  errors: Map<string, string>;
  /** The calls of services that were carried out. */
  calls: string[];
  /** The number of open connections. */
  connections(): number;
  /** Replaces the result of every command, if set. */
  result?: unknown;
  stop(): Promise<void>;
}

/** Starts one, with TLS if a key and a certificate are given, and below a path if one is given. */
export async function startHomeAssistant({
  tls,
  path = '',
}: { tls?: { key: string; cert: string }; path?: string } = {}): Promise<HomeAssistantPeer> {
  const server: Server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, path: `${path}/api/websocket` });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const peer: HomeAssistantPeer = {
    url: `${tls ? 'https' : 'http'}://localhost:${port}${path}`,
    token: 'a-long-lived-access-token',
    house: newHouse(),
    errors: new Map(),
    calls: [],
    connections: () => sockets.clients.size,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  sockets.on('connection', (socket) => serve(socket, peer));
  return peer;
}

const version = { ha_version: '2026.11.1' };
const authentication = z.strictObject({ type: z.literal('auth'), access_token: z.string() });

function serve(socket: WebSocket, peer: HomeAssistantPeer): void {
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  let isAuthenticated = false;
  let lastId = 0;
  send({ type: 'auth_required', ...version });
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    if (!isAuthenticated) {
      isAuthenticated = authentication.safeParse(message).data?.access_token === peer.token;
      if (isAuthenticated) return send({ type: 'auth_ok', ...version });
      send({ type: 'auth_invalid', message: 'Invalid access token or password' });
      return socket.close();
    }
    const answer = answerTo(peer, message, lastId);
    lastId = command.safeParse(message).data?.id ?? lastId;
    send({ id: lastId, type: 'result', success: !('error' in answer), ...answer });
  });
}

function answerTo(peer: HomeAssistantPeer, message: unknown, lastId: number): object {
  const received = command.safeParse(message).data;
  if (!received) return errorAnswer('invalid_format');
  if (received.id <= lastId) return errorAnswer('id_reuse');
  const code = peer.errors.get(received.type);
  if (code !== undefined) return errorAnswer(code);
  if (peer.result !== undefined) return { result: peer.result };
  return answerCommand(peer.house, peer.calls, received);
}
