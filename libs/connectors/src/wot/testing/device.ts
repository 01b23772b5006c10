import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Responses by path, without the query. The result of a function is sent as JSON. */
export type Answers = Record<
  string,
  ((request: SeenRequest, response: ServerResponse) => unknown) | object | number | string
>;

/** A server with configurable responses, for cases that no real server produces. */
export interface Device {
  /** `http://localhost:<port>` */
  origin: string;
  answers: Answers;
  seen: SeenRequest[];
  stop(): Promise<void>;
}

export async function startDevice(
  answers: Answers,
  {
    allows = () => true,
    tls,
  }: {
    allows?: (request: SeenRequest) => boolean;
    tls?: { cert: string; key: string };
  } = {},
): Promise<Device> {
  const device: Pick<Device, 'answers' | 'seen'> = { answers, seen: [] };
  const listener: Parameters<typeof createServer>[1] = (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const path = request.url!;
      const seen = { method: request.method!, path, headers: request.headers, body };
      device.seen.push(seen);
      if (!allows(seen)) return void response.writeHead(401).end();
      const answer = device.answers[path.split('?')[0]!];
      if (answer === undefined) return void response.writeHead(404).end();
      const given: unknown = typeof answer === 'function' ? answer(seen, response) : answer;
      if (given === undefined || response.writableEnded) return;
      if (!response.hasHeader('content-type')) {
        response.setHeader('content-type', 'application/json');
      }
      response.end(JSON.stringify(given));
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(device, {
    origin: `${tls ? 'https' : 'http'}://localhost:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** The simplest property that there is. */
export const property = (href: string, more: object = {}) => ({
  type: 'number',
  forms: [{ href }],
  ...more,
});
