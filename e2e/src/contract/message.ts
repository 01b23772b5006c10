import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Trellis } from '@trellis/client';

/** A message as an app receives it, with the secret that its signature is made with. */
export interface ReceivedMessage {
  headers: Record<string, string>;
  body: string;
  secret: string;
}

/** Registers an app, and returns the first message that it gets. */
export async function receiveMessage(baseUrl: string, token: string): Promise<ReceivedMessage> {
  const received: Omit<ReceivedMessage, 'secret'>[] = [];
  const app = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push({ headers: Object.fromEntries(headers), body: await text(request) });
    response.end('{}');
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const trellis = new Trellis({ baseUrl, token });
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
  const { data: callback } = await trellis.put('/callback', { body: { url } });
  await trellis.post('/callback/test');
  app.close();
  return { ...received[0]!, secret: callback.secret! };
}
