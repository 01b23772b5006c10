import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMessage {
  headers: Record<string, string>;
  body: string;
}

export interface AppServer {
  /** The address of its webhook. */
  url: string;
  received: ReceivedMessage[];
  close(): void;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** The server of an app, which responds to messages as a test says. */
export async function startAppServer(
  respond: Respond = (_request, response) => void response.end(),
): Promise<AppServer> {
  const received: ReceivedMessage[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: flatten(request.headers), body });
      respond(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const flatten = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
