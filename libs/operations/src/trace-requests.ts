import type { Tracing } from '@trellis/platform';
import type { Exchange } from './exchange.js';

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
