import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { newHouse, services, type HouseState } from './fixtures.js';

/** A Home Assistant for tests, which answers as its WebSocket API documents. */
export interface HomeAssistantPeer {
  url: string;
  token: string;
  house: HouseState;
  /** Connections that are open. */
  open(): number;
  /** Answered in place of every result, if set. */
  result?: unknown;
  stop(): Promise<void>;
}

export async function startHomeAssistant(): Promise<HomeAssistantPeer> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, path: '/api/websocket' });
  const peer: HomeAssistantPeer = {
    url: '',
    token: 'a-long-lived-access-token',
    house: newHouse(),
    open: () => sockets.clients.size,
    async stop() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
  sockets.on('connection', (socket) => serve(socket, peer));
  server.listen(0);
  await once(server, 'listening');
  peer.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return peer;
}

type Command = Record<string, unknown> & { id: number; type: string };

function serve(socket: WebSocket, peer: HomeAssistantPeer): void {
  const send = (given: unknown) => socket.send(JSON.stringify(given));
  let isKnown = false;
  send({ type: 'auth_required', ha_version: '2026.11.1' });
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const given = JSON.parse(String(data)) as Command & { access_token?: string };
    if (!isKnown) {
      isKnown = given.type === 'auth' && given.access_token === peer.token;
      if (isKnown) return send({ type: 'auth_ok', ha_version: '2026.11.1' });
      send({ type: 'auth_invalid', message: 'Invalid access token or password' });
      return socket.close();
    }
    const outcome = peer.result === undefined ? perform(peer, given) : { result: peer.result };
    send({ id: given.id, type: 'result', success: !('error' in outcome), ...outcome });
  });
}

function perform({ house }: HomeAssistantPeer, { type, ...given }: Command): object {
  switch (type) {
    case 'get_states':
      return { result: [...house.states.values()] };
    case 'config/entity_registry/list':
      return { result: house.entities };
    case 'config/device_registry/list':
      return { result: house.devices };
    case 'config/area_registry/list':
      return { result: house.areas };
    case 'config/floor_registry/list':
      return { result: house.floors };
    case 'call_service':
      return callService(house, given);
    default:
      return { error: { code: 'unknown_command', message: 'Unknown command.' } };
  }
}

function callService({ states }: HouseState, given: Record<string, unknown>): object {
  const { domain, service, service_data, target } = given as {
    domain: string;
    service: string;
    service_data: Record<string, unknown>;
    target: { entity_id: string };
  };
  const entity = states.get(target.entity_id);
  const does = services[`${domain}.${service}`];
  if (!does) return { error: { code: 'not_found', message: 'Service not found.' } };
  if (!entity) return { result: { context: {} } };
  if (does(entity, service_data)) return { result: { context: {} } };
  return { error: { code: 'service_validation_error', message: 'Not a valid value.' } };
}
