import type { Request, Response } from 'express';
import type { GatewayMetrics } from '../metrics.js';

declare module 'express-serve-static-core' {
  interface Response {
    /** Since when the request waits for what happens, by `performance.now()`: that says nothing about the service. */
    heldSince?: number;
  }
}

/** From now on a request waits for what happens, as streams and long polls do. */
export function hold(response: Response): void {
  response.heldSince ??= performance.now();
}

/** The classes of status codes, `1xx` to `5xx`. */
const classes = Array.from({ length: 6 }, (_, hundreds) => `${hundreds}xx`);

/** Records a request that has ended. It began at `startedAt`, by `performance.now()`. */
export function observeRequest(
  metrics: Pick<GatewayMetrics, 'record'>,
  { method, routePath = 'unknown' }: Request,
  { headersSent, statusCode, heldSince = performance.now() }: Response,
  startedAt: number,
): void {
  const ms = heldSince - startedAt;
  const status = headersSent ? classes[Math.trunc(statusCode / 100)]! : 'aborted';
  metrics.record('trellis_http_request_duration_seconds', ms / 1_000, method, routePath, status);
}
