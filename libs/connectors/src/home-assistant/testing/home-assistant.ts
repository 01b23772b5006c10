import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { answerCommand, command, errorAnswer } from './commands.js';
import { newHouse, type TestHouse } from './house.js';
import { Subscriptions } from './subscriptions.js';

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
  /** Whether it answers nothing any more, and keeps its connections. */
  isFrozen: boolean;
  /** How many pings it has answered. */
  pings: number;
  /** Tells subscribers how the states differ from what they know. */
  tellStates(): void;
  /** Tells subscribers to the states something else. */
  tell(event: unknown): void;
  /** Tells subscribers of an event of the bus. */
  fire(eventType: string, data: object): void;
  /** Sends a text to all connections. */
  write(text: string): void;
  /** Ends all connections. */
  disconnect(): void;
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
  const subscriptions = new Set<Subscriptions>();
  const peer: HomeAssistantPeer = {
    url: `${tls ? 'https' : 'http'}://localhost:${port}${path}`,
    token: 'a-long-lived-access-token',
    house: newHouse(),
    errors: new Map(),
    calls: [],
    connections: () => sockets.clients.size,
    isFrozen: false,
    pings: 0,
    tellStates: () => subscriptions.forEach((one) => one.tellStates()),
    tell: (event) => subscriptions.forEach((one) => one.tell(event)),
    fire: (eventType, data) => subscriptions.forEach((one) => one.fire(eventType, data)),
    write: (text) => sockets.clients.forEach((socket) => socket.send(text)),
    disconnect: () => sockets.clients.forEach((socket) => socket.close()),
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  sockets.on('connection', (socket) => {
    const own = new Subscriptions(peer.house, (message) => socket.send(JSON.stringify(message)));
    subscriptions.add(own);
    socket.once('close', () => subscriptions.delete(own));
    serve(socket, peer, own);
  });
  return peer;
}

const version = { ha_version: '2026.11.1' };
const authentication = z.strictObject({ type: z.literal('auth'), access_token: z.string() });

function serve(socket: WebSocket, peer: HomeAssistantPeer, subscriptions: Subscriptions): void {
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  let isAuthenticated = false;
  let lastId = 0;
  send({ type: 'auth_required', ...version });
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    if (peer.isFrozen) return;
    const message: unknown = JSON.parse(String(data));
    if (!isAuthenticated) {
      isAuthenticated = authentication.safeParse(message).data?.access_token === peer.token;
      if (isAuthenticated) return send({ type: 'auth_ok', ...version });
      send({ type: 'auth_invalid', message: 'Invalid access token or password' });
      return socket.close();
    }
    const answer = answerTo(peer, message, lastId, subscriptions);
    const { id, type } = command.safeParse(message).data ?? { id: lastId, type: '' };
    lastId = id;
    if (type === 'ping') {
      peer.pings += 1;
      return send({ id, type: 'pong' });
    }
    send({ id, type: 'result', success: !('error' in answer), ...answer });
    subscriptions.begin(id);
    peer.tellStates();
  });
}

function answerTo(
  peer: HomeAssistantPeer,
  message: unknown,
  lastId: number,
  subscriptions: Subscriptions,
): object {
  const received = command.safeParse(message).data;
  if (!received) return errorAnswer('invalid_format');
  if (received.id <= lastId) return errorAnswer('id_reuse');
  const code = peer.errors.get(received.type);
  if (code !== undefined) return errorAnswer(code);
  if (peer.result !== undefined) return { result: peer.result };
  if (subscriptions.answer(received)) return { result: null };
  return answerCommand(peer.house, peer.calls, received);
}
