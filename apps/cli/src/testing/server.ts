import type { ServerResponse } from 'node:http';
import { startHttpServer, type HttpServer, type ReceivedRequest } from '@trellis/testing';

/** A value to send as JSON, or a function that writes the response. */
type Answer = unknown | ((response: ServerResponse) => void);

export type FakeTrellis = HttpServer;

/** Starts a fake deployment with answers by method and path, such as `GET /api/v1/units`; anything else is 404. */
export const startTrellis = (
  answers: Record<string, (request: ReceivedRequest) => Answer>,
): Promise<FakeTrellis> =>
  startHttpServer((request, response) => {
    const { method, url } = request;
    const answer = answers[`${method} ${url.split('?')[0]}`]?.(request);
    if (typeof answer === 'function')
      return void (answer as (to: ServerResponse) => void)(response);
    const type = answer === undefined ? 'application/problem+json' : 'application/json';
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': type });
    response.end(JSON.stringify(answer ?? { type: 'about:blank#not_found', title: 'Not found' }));
  });

/** An access token as far as the command line reads it, valid for an hour. */
export function newToken(claims: object = {}): string {
  const all = { sub: 'acme', exp: Math.floor(Date.now() / 1000) + 3600, ...claims };
  return `e30.${Buffer.from(JSON.stringify(all)).toString('base64url')}.`;
}
