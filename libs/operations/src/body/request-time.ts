import type { Request } from 'express';
import type { Exchange } from '../exchange.js';

/** How long the rest of a body is read after the answer, so that its sender sees the answer (ms). */
const drainMs = 1_000;

const timers = new WeakMap<Request, NodeJS.Timeout>();

/**
 * Closes the connection of a request whose body takes longer than `timeoutMs` to arrive, or has not arrived a second
 * after the answer. The server of Node.js has the first limit, too, but cannot except any request from it.
 */
export function limitRequestTime({ request, response }: Exchange, timeoutMs: number): void {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
  if (encoding === undefined && length === '0') return;
  const disconnect = () => {
    if (!request.complete) request.socket.destroy();
  };
  const timer = setTimeout(disconnect, timeoutMs);
  timers.set(request, timer);
  // One listener for each request: a second one, for the end of the body, would cost as much as the timer.
  response.once('close', () => {
    clearTimeout(timer);
    if (!request.complete) setTimeout(disconnect, drainMs).unref();
  });
}

/** Lifts the limit for a request whose reader has limits of its own. */
export function liftRequestTime(request: Request): void {
  clearTimeout(timers.get(request));
}
