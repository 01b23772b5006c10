import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  method: string;
  /** With its query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What is sent as JSON, or what writes an answer itself. */
type Answer = unknown | ((response: ServerResponse) => void);

export interface FakeTrellis {
  address: string;
  requests: Received[];
  close(): Promise<void>;
}

/** A deployment that answers by method and path, such as `GET /api/v1/units`; 404 to anything else. */
export async function startTrellis(
  answers: Record<string, (request: Received) => Answer>,
): Promise<FakeTrellis> {
  const requests: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: await text(incoming) };
    requests.push(request);
    const answer = answers[`${method} ${url.split('?')[0]}`]?.(request);
    if (typeof answer === 'function')
      return void (answer as (to: ServerResponse) => void)(response);
    const type = answer === undefined ? 'application/problem+json' : 'application/json';
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': type });
    response.end(JSON.stringify(answer ?? { type: 'about:blank#not_found', title: 'Not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An access token as far as the command line reads it, valid for an hour. */
export function newToken(claims: object = {}): string {
  const all = { sub: 'acme', exp: Math.floor(Date.now() / 1000) + 3600, ...claims };
  return `e30.${Buffer.from(JSON.stringify(all)).toString('base64url')}.`;
}
