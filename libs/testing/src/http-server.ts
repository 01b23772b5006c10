import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  /** With its query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The caller's port, which tells its connections apart. */
  port: number;
}

export interface HttpServer {
  address: string;
  /** Everything that it has received so far. */
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

/** A server on this machine that answers each request, whose body it has read, as it is told. */
export async function startHttpServer(
  answer: (request: ReceivedRequest, response: ServerResponse) => unknown,
): Promise<HttpServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const { remotePort: port = 0 } = incoming.socket;
    const request = { method, url, headers, body: await text(incoming), port };
    requests.push(request);
    await answer(request, response);
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
