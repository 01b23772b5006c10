import { once } from 'node:events';
import type { Request, Response } from 'express';

/** One event of a stream (WHATWG HTML, section 9.2); without data it only moves the id on. */
export interface ServerSentEvent {
  id: string;
  /** The type; `message` by default. */
  event?: string;
  /** JSON. */
  data?: unknown;
}

/** So long a client waits before it comes back (ms). */
const retry = 2_000;

/**
 * Sends events as they come, until there are no more or the client has gone. The next one is asked for
 * when the client has room for it: a slow one holds nothing but its place.
 */
export async function sendEvents(
  request: Request,
  response: Response,
  events: AsyncIterable<ServerSentEvent>,
): Promise<void> {
  response.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // Proxies such as nginx would gather what must arrive at once.
    'X-Accel-Buffering': 'no',
  });
  if (request.method === 'HEAD') return void response.end();
  response.flushHeaders();
  response.write(`retry: ${retry}\n\n`);
  for await (const event of events) {
    if (response.destroyed) break;
    if (response.write(format(event))) continue;
    await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

function format({ id, event, data }: ServerSentEvent): string {
  return [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
    `id: ${id}\n\n`,
  ].join('\n');
}
