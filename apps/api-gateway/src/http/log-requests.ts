import { randomUUID } from 'node:crypto';
import type { Logger } from '@trellis/platform';
import type { Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Identifies the request in logs, problems and `X-Request-Id`. */
    id: string;
    /** The path of its operation, such as `/api/v1/units/:id`; undefined until that is known. */
    routePath?: string;
  }
}

/**
 * Gives a request an id, the caller's `X-Request-Id` when it is harmless or else a new one, and logs it
 * when it has been answered. Its address, headers and body may hold secrets and name end users: none of
 * them is logged, only the route.
 */
export function logRequest(log: Logger, request: Request, response: Response): void {
  const given = request.headers['x-request-id'];
  request.id = typeof given === 'string' && harmless.test(given) ? given : randomUUID();
  if (log.isLevelEnabled('info')) logWhenClosed(log, request, response);
}

const harmless = /^[\w.:-]{1,128}$/;

function logWhenClosed(log: Logger, request: Request, response: Response): void {
  const startedAt = Date.now();
  response.once('close', () => {
    const res = { status: response.statusCode };
    const responseTime = Date.now() - startedAt;
    const message = response.writableFinished ? 'request completed' : 'request aborted';
    log.info({ req: toLogged(request), res, responseTime }, message);
  });
}

/** What is logged of a request. */
export const toLogged = ({ id, method, routePath = 'unknown' }: Request) => ({
  id,
  method,
  route: routePath,
});
