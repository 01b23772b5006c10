import type { Request } from 'express';
import type { Exchange } from '../exchange.js';

const timers = new WeakMap<Request, NodeJS.Timeout>();

/**
 * Closes the connection of a request whose body takes longer than `timeoutMs` to arrive. The server of
 * Node.js has the same limit, but cannot except any request from it.
 */
export function limitRequestTime({ request, response }: Exchange, timeoutMs: number): void {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
  if (encoding === undefined && length === '0') return;
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, timeoutMs);
  timers.set(request, timer);
  // One listener for each request: a second one, for the end of the body, would cost as much as the timer.
  response.once('close', () => clearTimeout(timer));
}

/** Lifts the limit for a request whose reader has limits of its own. */
export function liftRequestTime(request: Request): void {
  clearTimeout(timers.get(request));
}
