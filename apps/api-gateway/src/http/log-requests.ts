import { randomUUID } from 'node:crypto';
import type { Logger, Tracing } from '@trellis/platform';
import type { Request, Response } from 'express';
import type { GatewayMetrics } from '../metrics.js';
import { observeRequest } from './observe-requests.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Identifies the request in logs, problems and `X-Request-Id`. */
    id: string;
    /** The path of its operation, such as `/api/v1/units/:id`; undefined until that is known. */
    routePath?: string;
    /** The account that it acts for; undefined until that is known, or if there is none. */
    developer?: string;
    /** Whether problems are shown as pages to those who prefer them. */
    isForPeople?: boolean;
  }
}

interface LogOptions {
  log: Logger;
  metrics: Pick<GatewayMetrics, 'record'>;
  tracing: Pick<Tracing, 'bind'> | undefined;
}

/**
 * Gives a request an id, the caller's `X-Request-Id` when it is harmless or else a new one, and logs and
 * measures it when it has been answered. Its address, headers and body may hold secrets and name end users: none of
 * them is logged, only the route.
 */
export function logRequest(
  { log, metrics, tracing }: LogOptions,
  request: Request,
  response: Response,
): void {
  const given = request.headers['x-request-id'];
  request.id = typeof given === 'string' && harmless.test(given) ? given : randomUUID();
  const startedAt = performance.now();
  const onClose = () => {
    const responseTime = performance.now() - startedAt;
    observeRequest(metrics, request, response, startedAt);
    if (log.isLevelEnabled('info')) logClosed(log, request, response, responseTime);
  };
  response.once('close', tracing ? tracing.bind(onClose) : onClose);
}

const harmless = /^[\w.:-]{1,128}$/;

function logClosed(log: Logger, request: Request, response: Response, responseTime: number): void {
  const res = { status: response.statusCode };
  const message = response.writableFinished ? 'request completed' : 'request aborted';
  log.info({ req: toLogged(request), res, responseTime: Math.round(responseTime) }, message);
}

/** What is logged of a request. */
export const toLogged = ({ id, method, routePath = 'unknown', developer }: Request) => ({
  id,
  method,
  route: routePath,
  ...(developer !== undefined && { developer }),
});
