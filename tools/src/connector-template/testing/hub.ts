import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Lamp } from '../lamps.js';

/** A hub for tests. Make it answer as the vendor documents. */
export interface Hub {
  url: string;
  key: string;
  lamps: Lamp[];
  stop(): Promise<void>;
}

export async function startHub(): Promise<Hub> {
  const hub = {
    key: 'a-key-of-the-hub',
    lamps: [
      { id: 'one', name: 'Desk lamp', on: true, brightness: 40 },
      { id: 'two', name: 'Hall lamp', on: false, brightness: 100 },
    ],
  };
  const server = createServer((request, response) => void answer(hub, request, response));
  server.listen(0);
  await once(server, 'listening');
  return Object.assign(hub, {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  });
}

async function answer(
  { key, lamps }: Pick<Hub, 'key' | 'lamps'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  if (request.headers['application-key'] !== key) return void response.writeHead(401).end();
  if (request.url === '/lamps') return void response.end(JSON.stringify(lamps));
  const lamp = lamps.find(({ id }) => request.url === `/lamps/${id}`);
  if (!lamp) return void response.writeHead(404).end();
  if (request.method === 'GET') return void response.end(JSON.stringify(lamp));
  Object.assign(lamp, JSON.parse(body));
  response.writeHead(204).end();
}
