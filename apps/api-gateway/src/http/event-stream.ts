import { once } from 'node:events';
import type { Request, Response } from 'express';

/** One event of a stream (WHATWG HTML, section 9.2); without data it only advances the last event id. */
export interface ServerSentEvent<Data> {
  id: string;
  /** The type; `message` by default. */
  event?: string;
  /** JSON. */
  data?: Data;
}

/** How long a client waits before it reconnects (ms). */
const reconnectMs = 2_000;

/**
 * Sends events as they come, until there are no more or the client has disconnected. The next event is
 * pulled when the client has room for it, so a slow client costs no memory.
 */
export async function sendEvents(
  request: Request,
  response: Response,
  events: AsyncIterable<ServerSentEvent<unknown>>,
): Promise<void> {
  response.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // Proxies such as nginx would buffer the events.
    'X-Accel-Buffering': 'no',
  });
  if (request.method === 'HEAD') return void response.end();
  response.flushHeaders();
  response.write(`retry: ${reconnectMs}\n\n`);
  for await (const event of events) {
    if (response.destroyed) break;
    if (response.write(format(event))) continue;
    await drained(response);
  }
  response.end();
}

/** Waits until the client has room for more, or has disconnected. */
export async function drained(response: Response): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    // Removes the listener to the other event: a stream lives through many waits.
    waiting.abort();
  }
}

function format({ id, event, data }: ServerSentEvent<unknown>): string {
  return [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
    `id: ${id}\n\n`,
  ].join('\n');
}
