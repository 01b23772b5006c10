import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
}

/** An API that answers JSON. */
export interface ApiServer {
  /** Its name and port. */
  host: string;
  seen: SeenRequest[];
  /** How requests are answered; tests may replace it. */
  answer(request: SeenRequest): Reply;
  stop(): Promise<void>;
}

export async function startApi(answer: (request: SeenRequest) => Reply): Promise<ApiServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const one: SeenRequest = {
        method: request.method!,
        url: new URL(request.url!, 'http://api.test'),
        headers: request.headers,
        body: bodyOf(text, request.headers['content-type']),
      };
      seen.push(one);
      const { status = 200, headers = {}, json } = api.answer(one);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(json === undefined ? '' : JSON.stringify(json));
    });
  });
  server.listen(0);
  await once(server, 'listening');
  const api: ApiServer = {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    seen,
    answer,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return api;
}

function bodyOf(text: string, type = ''): unknown {
  if (text === '') return undefined;
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
}
