import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Lamp {
  id: string;
  name: string;
  on: boolean;
  brightness: number;
}

/** A hub for tests; let it answer as the vendor documents. */
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
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.headers['application-key'] !== hub.key) {
        return response.writeHead(401).end();
      }
      if (request.method === 'GET') return response.end(JSON.stringify(hub.lamps));
      const lamp = hub.lamps.find(({ id }) => request.url === `/lamps/${id}`);
      if (!lamp) return response.writeHead(404).end();
      Object.assign(lamp, JSON.parse(body));
      response.writeHead(204).end();
    });
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    ...hub,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
