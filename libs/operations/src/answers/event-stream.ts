import { once } from 'node:events';
import type { Response } from 'express';
import { Problem } from '@trellis/contracts';
import { timerDelayMs } from '@trellis/platform/concurrency';
import type { Bearer, Exchange } from '../exchange.js';
import { rateLimitHeaders } from '../limits/limits.js';

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

/** How long a stream waits for a client that does not read (ms). */
const unreadTimeoutMs = 30_000;

/** How long a client has to read the rest of a stream that has ended (ms). */
const lingerMs = 2_000;

/**
 * Sends events as they come, until there are no more, the signal is aborted or the client has
 * disconnected. The next event is pulled when the client has room for it, so a slow client costs no
 * memory.
 */
export async function sendEvents(
  exchange: Exchange,
  { events, signal }: { events: AsyncIterable<ServerSentEvent<unknown>>; signal: AbortSignal },
): Promise<void> {
  const { response } = exchange;
  response.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // Proxies such as nginx would buffer the events.
    'X-Accel-Buffering': 'no',
    ...rateLimitHeaders(exchange),
  });
  if (exchange.method === 'HEAD') return void response.end();
  response.flushHeaders();
  response.write(`retry: ${reconnectMs}\n\n`);
  for await (const event of events) {
    if (response.destroyed || signal.aborted) break;
    if (response.write(format(event))) continue;
    await drained(response, signal);
  }
  const timer = setTimeout(() => response.destroy(), lingerMs).unref();
  response.once('close', () => clearTimeout(timer));
  response.end();
}

/**
 * Waits until the client has room for more or has disconnected, or until the signal is aborted. Disconnects a client
 * that does not read.
 */
export async function drained(response: Response, signal?: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const listening = { signal: waiting.signal };
  const timer = setTimeout(() => response.destroy(), unreadTimeoutMs).unref();
  try {
    await Promise.race([
      once(response, 'drain', listening),
      once(response, 'close', listening),
      ...(signal ? [aborted(signal, listening)] : []),
    ]);
  } finally {
    clearTimeout(timer);
    // Removes the listeners to the other events: a stream lives through many waits.
    waiting.abort();
  }
}

async function aborted(signal: AbortSignal, listening: { signal: AbortSignal }): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort', listening);
}

function format({ id, event, data }: ServerSentEvent<unknown>): string {
  return [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
    `id: ${id}\n\n`,
  ].join('\n');
}

type StreamOwner = Pick<Bearer, 'developer' | 'subject' | 'expiresAt'>;

export interface StreamRegistry {
  /**
   * Registers a stream of a developer, or of a subject to which the access token is bound. Its signal is aborted
   * at `expiresAt` (seconds since the epoch), by `end`, or when the gateway stops. Throws `rate_limited` when
   * either has too many.
   */
  open(owner: StreamOwner): { signal: AbortSignal; end(): void };
  count(): number;
  close(): void;
}

/** The most streams of a subject whose access tokens are bound to it: a few pages of a browser. */
const maxPerSubject = 20;

export function createStreamRegistry({
  maxPerDeveloper,
}: {
  maxPerDeveloper: number;
}): StreamRegistry {
  const open = new Map<AbortController, StreamOwner>();
  return {
    open(owner) {
      const { developer, subject, expiresAt } = owner;
      const others = [...open.values()].filter((other) => other.developer === developer);
      requireRoom(others, maxPerDeveloper);
      if (subject !== undefined) {
        requireRoom(
          others.filter((other) => other.subject === subject),
          maxPerSubject,
        );
      }
      const controller = new AbortController();
      const remainingMs = timerDelayMs(expiresAt * 1000 - Date.now());
      const timer = setTimeout(() => controller.abort(), remainingMs).unref();
      open.set(controller, owner);
      const end = () => {
        clearTimeout(timer);
        open.delete(controller);
        controller.abort();
      };
      return { signal: controller.signal, end };
    },
    count: () => open.size,
    close() {
      for (const controller of open.keys()) controller.abort();
    },
  };
}

function requireRoom(others: readonly StreamOwner[], max: number): void {
  if (others.length < max) return;
  throw new Problem('rate_limited', `More than ${max} streams are open.`, { retry_after: 30 });
}
