import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How a request is answered; `cut` ends the connection, after the body if there is one. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Text, or what is sent as JSON. */
  body?: unknown;
  cut?: boolean;
}

export interface ScriptedServer {
  address: string;
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

/** A server that answers each request as it is told. */
export async function startServer(
  answer: (request: ReceivedRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = incoming;
    const received = { method, url, headers, body: Buffer.concat(chunks).toString() };
    requests.push(received);
    send(response, await answer(received, requests.length - 1));
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

function send(response: ServerResponse, { status = 200, headers, body, cut }: ScriptedAnswer) {
  if (cut && body === undefined) return void response.destroy();
  const isText = typeof body === 'string';
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers });
  const text = isText ? body : body === undefined ? '' : JSON.stringify(body);
  if (cut) response.write(text, () => response.destroy());
  else response.end(text);
}

/** A problem as Trellis answers it. */
export const problemOf = (status: number, code: string): ScriptedAnswer => ({
  status,
  ...((status === 429 || status === 503) && { headers: { 'retry-after': '0' } }),
  body: {
    type: `https://trellis.example/docs/problems#${code}`,
    title: code,
    status,
    detail: `This is ${code}.`,
    instance: 'request-1',
    ...([429, 503, 504].includes(status) && { remedy: 'retry' }),
  },
});
