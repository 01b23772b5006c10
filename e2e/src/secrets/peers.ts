import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Peers {
  address: string;
  /** Counts the requests to a path so far. */
  requested(path: string): number;
  /** Lets the device answer the pending action. */
  release(): void;
  stop(): void;
}

/**
 * Starts a vendor, a device and an app whose errors repeat the request. The vendor answers `/token` with the given
 * tokens; the device answers its action after `release`.
 */
export async function startPeers(tokens: Record<string, unknown>): Promise<Peers> {
  const requests: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));

  const routes: Record<string, (response: ServerResponse, echo: string) => unknown> = {
    '/token': (response) => sendJson(response, 200, tokens),
    '/device': (response) => sendJson(response, 200, device(address)),
    '/device/open': (response, echo) => released.then(() => sendJson(response, 400, { echo })),
    '/app': (response, echo) => sendJson(response, 400, { echo }),
  };
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { pathname } = new URL(request.url!, 'http://peer');
      requests.push(pathname);
      const echo = `${request.url} ${JSON.stringify(request.headers)} ${body}`;
      const route = routes[pathname];
      return route ? route(response, echo) : sendJson(response, 500, { echo });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    requested: (path) => requests.filter((one) => one === path).length,
    release,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A lock, as a Thing Description. */
const device = (address: string) => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: 'urn:example:lock',
  title: 'Lock',
  securityDefinitions: { bearer: { scheme: 'bearer' } },
  security: ['bearer'],
  actions: {
    open: { input: { type: 'string' }, forms: [{ href: `${address}/device/open` }] },
  },
});
