import type { Exchange } from './exchange.js';

/** Records how long a request took; `status` is the class of its status code, or `aborted`. */
export type ObserveDuration = (
  seconds: number,
  request: { method: string; route: string; status: string },
) => void;

/** Notes that a stream or a long poll begins to wait: that time says nothing about the service. */
export function beginToWait(exchange: Exchange): void {
  exchange.waitsSince ??= performance.now();
}

/** The classes of status codes, `1xx` to `5xx`. */
const classes = Array.from({ length: 6 }, (_, hundreds) => `${hundreds}xx`);

/** Records the duration of a request that has ended. */
export function observeRequest(
  observe: ObserveDuration,
  { method, routePath, response, startedAt, waitsSince = performance.now() }: Exchange,
): void {
  const { headersSent, statusCode } = response;
  const status = headersSent ? classes[Math.trunc(statusCode / 100)]! : 'aborted';
  const seconds = (waitsSince - startedAt) / 1_000;
  observe(seconds, { method, route: routePath, status });
}
