import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { newHouse, type HouseState } from './fixtures.js';
import { services } from './services.js';

/** A Home Assistant for tests, which answers as its WebSocket API documents. */
export interface HomeAssistantPeer {
  url: string;
  token: string;
  house: HouseState;
  /** Codes with which commands are refused, by their type. */
  refuses: Map<string, string>;
  /** Calls of services that it has taken. */
  calls: string[];
  /** Connections that are open. */
  open(): number;
  /** Answered in place of every result, if set. */
  result?: unknown;
  stop(): Promise<void>;
}

/** Starts one, by `https` where it is given a key and a certificate, below a path if one is given. */
export async function startHomeAssistant({
  tls,
  path = '',
}: { tls?: { key: string; cert: string }; path?: string } = {}): Promise<HomeAssistantPeer> {
  const server: Server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, path: `${path}/api/websocket` });
  const peer: HomeAssistantPeer = {
    url: '',
    token: 'a-long-lived-access-token',
    house: newHouse(),
    refuses: new Map(),
    calls: [],
    open: () => sockets.clients.size,
    async stop() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  sockets.on('connection', (socket) => serve(socket, peer));
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  peer.url = `${tls ? 'https' : 'http'}://localhost:${port}${path}`;
  return peer;
}

const version = { ha_version: '2026.11.1' };
const command = z.looseObject({ id: z.number().int().positive(), type: z.string() });
type Command = z.infer<typeof command>;

function serve(socket: WebSocket, peer: HomeAssistantPeer): void {
  const send = (given: unknown) => socket.send(JSON.stringify(given));
  let isKnown = false;
  let last = 0;
  send({ type: 'auth_required', ...version });
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const given: unknown = JSON.parse(String(data));
    if (!isKnown) {
      const auth = z.strictObject({ type: z.literal('auth'), access_token: z.string() });
      isKnown = auth.safeParse(given).data?.access_token === peer.token;
      if (isKnown) return send({ type: 'auth_ok', ...version });
      send({ type: 'auth_invalid', message: 'Invalid access token or password' });
      return socket.close();
    }
    const asked = command.safeParse(given).data;
    const outcome = !asked
      ? refusal('invalid_format')
      : asked.id <= last
        ? refusal('id_reuse')
        : answerTo(peer, asked);
    last = asked?.id ?? last;
    send({ id: asked?.id ?? 0, type: 'result', success: !('error' in outcome), ...outcome });
  });
}

const refusal = (code: string) => ({ error: { code, message: `Refused: ${code}.` } });

function answerTo(peer: HomeAssistantPeer, asked: Command): object {
  const code = peer.refuses.get(asked.type);
  if (code !== undefined) return refusal(code);
  if (peer.result !== undefined) return { result: peer.result };
  const { house } = peer;
  switch (asked.type) {
    case 'get_config':
      return { result: house.config };
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
      return callService(peer, asked);
    default:
      return refusal('unknown_command');
  }
}

const serviceCall = z.strictObject({
  ...{ id: z.number(), type: z.literal('call_service') },
  ...{ domain: z.string(), service: z.string() },
  service_data: z.record(z.string(), z.unknown()).default({}),
  target: z.strictObject({ entity_id: z.string() }),
});

/** As `handle_call_service` of `websocket_api/commands.py`. */
function callService({ house, calls }: HomeAssistantPeer, asked: Command): object {
  const call = serviceCall.safeParse(asked).data;
  if (!call) return refusal('invalid_format');
  const name = `${call.domain}.${call.service}`;
  const service = services.get(name);
  if (!service) return refusal('not_found');
  if (!service.data.safeParse(call.service_data).success) return refusal('invalid_format');
  const done = { result: { context: { id: '01JD5SZ7M3Q5', parent_id: null, user_id: null } } };
  const state = house.states.get(call.target.entity_id);
  // What is not there, or cannot be reached, is passed over.
  if (!state || state.state === 'unavailable') return done;
  const features = Number(state.attributes.supported_features ?? 0);
  if (service.feature !== undefined && (features & service.feature) === 0) {
    return refusal('service_validation_error');
  }
  if (service.refuses?.(state, call.service_data)) return refusal('service_validation_error');
  if (house.broken.has(state.entity_id)) return refusal('home_assistant_error');
  service.does(state, call.service_data);
  calls.push(`${name} ${state.entity_id} ${JSON.stringify(call.service_data)}`);
  return done;
}
