import type { ServerResponse } from 'node:http';
import { startHttpServer, type HttpServer, type ReceivedRequest } from '@trellis/testing';

/** A scripted response. `cut` closes the connection, after the body if there is one. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Text, or a value to send as JSON. */
  body?: unknown;
  cut?: boolean;
}

/** Starts a server that responds to each request with the result of a function. */
export async function startServer(
  answer: (request: ReceivedRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<HttpServer> {
  const server = await startHttpServer(async (request, response) =>
    send(response, await answer(request, server.requests.length - 1)),
  );
  return server;
}

/** Starts a server that gives these responses in order, and repeats the last one. */
export const startAnswering = (answers: readonly ScriptedAnswer[]): Promise<HttpServer> =>
  startServer((_request, index) => answers[Math.min(index, answers.length - 1)]!);

function send(response: ServerResponse, { status = 200, headers, body, cut }: ScriptedAnswer) {
  if (cut && body === undefined) return void response.destroy();
  const isText = typeof body === 'string';
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers });
  const text = isText ? body : body === undefined ? '' : JSON.stringify(body);
  if (cut) response.write(text, () => response.destroy());
  else response.end(text);
}

/** Returns a problem response of Trellis. */
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
