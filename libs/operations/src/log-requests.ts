import type { Logger, Tracing } from '@trellis/platform';
import type { Exchange } from './exchange.js';
import { observeRequest, type ObserveDuration } from './observe-requests.js';

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
