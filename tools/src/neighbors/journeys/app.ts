import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  type: string;
  data: Record<string, unknown>;
}

/** The server of an app, which accepts every message. */
export interface App {
  url: string;
  messages: Message[];
  close(): void;
}

export async function startApp(): Promise<App> {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      messages.push(JSON.parse(body) as Message);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, messages, close: () => void server.close() };
}
