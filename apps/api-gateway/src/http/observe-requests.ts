import type { Request, Response } from 'express';
import type { GatewayMetrics } from '../metrics.js';

/** The classes of status codes, `1xx` to `5xx`. */
const classes = Array.from({ length: 6 }, (_, hundreds) => `${hundreds}xx`);

/** Records a request that has ended, after so many milliseconds. */
export function observeRequest(
  metrics: Pick<GatewayMetrics, 'record'>,
  { method, routePath = 'unknown' }: Request,
  { headersSent, statusCode }: Response,
  ms: number,
): void {
  const status = headersSent ? classes[Math.trunc(statusCode / 100)]! : 'aborted';
  metrics.record('trellis_http_request_duration_seconds', ms / 1_000, method, routePath, status);
}
