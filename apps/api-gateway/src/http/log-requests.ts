import { randomUUID } from 'node:crypto';
import type { Logger } from '@trellis/platform';
import type { Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Identifies the request in logs, problems and `X-Request-Id`. */
    id: string;
  }
}

/**
 * Gives a request an id, the caller's `X-Request-Id` when it is harmless or else a new one, and logs it
 * when it has been answered. Headers, queries and bodies may hold secrets: none is logged.
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
export const toLogged = (request: Request) => ({
  id: request.id,
  method: request.method,
  path: withoutTicket(request.path),
});

/** The ticket in the address of an authorization is a secret. */
function withoutTicket(path: string): string {
  const decoded = path.includes('%') ? decodeLeniently(path) : path;
  const hidden = decoded.replace(/(?<=\/connectors\/authorizations\/)[^/]+/, ':ticket');
  return hidden === decoded ? path : hidden;
}

function decodeLeniently(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
