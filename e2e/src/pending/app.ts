import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account } from '@trellis/testing';

export interface App {
  url: string;
  /** How many messages it has been sent. */
  messages(): number;
  close(): void;
}

/** The server of an app, which accepts every message. */
export async function startApp(): Promise<App> {
  let messages = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      messages += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    messages: () => messages,
    close: () => void server.close(),
  };
}

/** A thing of the app, whose address is returned; the app carries out its action. */
export async function createLetterBox({ request }: Account, app: App): Promise<string> {
  await request('PUT', '/callback', { body: { url: app.url } });
  const body = { title: 'Letter box', actions: { open: {} } };
  return (await request('POST', '/things', { body })).headers.get('location')!;
}
