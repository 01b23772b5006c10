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
  headers?: Record<string, string | string[]>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, in place of JSON. */
  text?: string;
}

/** An API that answers JSON. */
export interface ApiServer {
  /** Its name and port. */
  host: string;
  seen: SeenRequest[];
  /** How requests are answered; tests may replace it. */
  answer(request: SeenRequest): Reply | Promise<Reply>;
  stop(): Promise<void>;
}

export async function startApi(answer: ApiServer['answer']): Promise<ApiServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', async () => {
      const one: SeenRequest = {
        method: request.method!,
        url: new URL(request.url!, 'http://api.test'),
        headers: request.headers,
        body: bodyOf(text, request.headers['content-type']),
      };
      seen.push(one);
      const { status = 200, headers = {}, json, text: plain } = await api.answer(one);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(plain ?? (json === undefined ? '' : JSON.stringify(json)));
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

/** Returns what was sent: the fields of a form, JSON, or another text. */
function bodyOf(text: string, type = ''): unknown {
  if (text === '') return undefined;
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
