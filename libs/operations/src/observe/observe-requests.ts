import type { Logger, Tracing } from '@trellis/platform';
import type { Exchange } from '../exchange.js';

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

interface LogOptions {
  log: Logger;
  observe: ObserveDuration;
  tracing: Pick<Tracing, 'bind'> | undefined;
}

/**
 * Logs and measures a request when it has been answered. Its address, headers and body may hold secrets and name end
 * users: of these, only the route is logged.
 */
export function logRequest({ log, observe, tracing }: LogOptions, exchange: Exchange): void {
  const onClose = () => {
    observeRequest(observe, exchange);
    if (log.isLevelEnabled('info')) logClosed(log, exchange);
  };
  exchange.response.once('close', tracing ? tracing.bind(onClose) : onClose);
}

function logClosed(log: Logger, exchange: Exchange): void {
  const { response, startedAt } = exchange;
  const responseTime = Math.round(performance.now() - startedAt);
  const message = response.writableFinished ? 'request completed' : 'request aborted';
  log.info(
    { req: toLogged(exchange), res: { status: response.statusCode }, responseTime },
    message,
  );
}

/** Returns the members of a request that are logged. */
export const toLogged = ({ id, method, routePath: route, identified }: Exchange) => ({
  id,
  method,
  route,
  developer: identified?.developer,
});

export interface TraceOptions {
  tracing: Tracing;
  /** Whether callers decide that their requests are recorded; see `TRACE_CALLER_SAMPLING`. */
  followsCallers: boolean;
}

/** Methods that have names of their own in traces (RFC 9110, RFC 5789). */
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/**
 * Answers a request within a span, which is named for its route and ends with its answer. Like the log it
 * has neither the address of the request nor its headers.
 */
export function traceRequest<T>(
  { tracing, followsCallers }: TraceOptions,
  exchange: Exchange,
  answer: () => T,
): T {
  const { response } = exchange;
  const method = knownMethods.includes(exchange.method) ? exchange.method : '_OTHER';
  const { traceparent, tracestate } = exchange.headers;
  const span = tracing.startRequest(
    { traceparent, tracestate },
    { method, followsSampling: followsCallers },
  );
  response.once('close', () => {
    const { routePath, id, identified } = exchange;
    const route = routePath === 'unknown' ? undefined : routePath;
    const { headersSent, statusCode: status } = response;
    const name = method === '_OTHER' ? 'HTTP' : method;
    span.describe(route === undefined ? name : `${name} ${route}`, {
      'trellis.request.id': id,
      ...(route !== undefined && { 'http.route': route }),
      ...(identified && { 'trellis.developer': identified.developer }),
      ...(headersSent && { 'http.response.status_code': status }),
    });
    if (!response.writableFinished) span.end('aborted', false);
    else span.end(status >= 500 ? String(status) : 'ok', status >= 500);
  });
  return span.run(answer);
}
