import type { Response } from 'express';
import { Problem } from '@trellis/contracts';
import { createCounts, createRoundRobin, timerDelayMs } from '@trellis/platform/concurrency';
import type { Bearer, Exchange } from '../exchange.js';
import { rateLimitHeaders } from '../limits/limits.js';
import { jsonOf } from './json-text.js';

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
export function drained(response: Response, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), unreadTimeoutMs).unref();
    // Removes its listeners: a stream lives through many waits.
    const end = () => {
      clearTimeout(timer);
      response.off('drain', end).off('close', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
    signal?.addEventListener('abort', end);
    if (response.destroyed || signal?.aborted) end();
  });
}

function format({ id, event, data }: ServerSentEvent<unknown>): string {
  return [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${jsonOf(data)}`]),
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
  /** Returns how many streams of a developer are open. */
  countOf(developer: string): number;
  /** Waits while many streams write, which take turns by developer: requests are handled in between. */
  takeTurn(developer: string): Promise<void>;
  close(): void;
}

/** How many streams write in one turn of the event loop. */
const writesPerTurn = 16;

/** The most streams of a subject whose access tokens are bound to it: a few pages of a browser. */
const maxPerSubject = 20;

export function createStreamRegistry({
  maxPerDeveloper,
}: {
  maxPerDeveloper: number;
}): StreamRegistry {
  const open = new Set<AbortController>();
  const ofDevelopers = createCounts();
  const ofSubjects = createCounts();
  const slots = createRoundRobin({ slots: writesPerTurn });
  const subjectKey = ({ developer, subject }: StreamOwner) => JSON.stringify([developer, subject]);
  return {
    open(owner) {
      const { developer, subject, expiresAt } = owner;
      requireRoom(ofDevelopers.of(developer), maxPerDeveloper);
      if (subject !== undefined) requireRoom(ofSubjects.of(subjectKey(owner)), maxPerSubject);
      const count = (change: number) => {
        ofDevelopers.add(developer, change);
        ofSubjects.add(subjectKey(owner), change);
      };
      const controller = new AbortController();
      const remainingMs = timerDelayMs(expiresAt * 1000 - Date.now());
      const timer = setTimeout(() => controller.abort(), remainingMs).unref();
      open.add(controller);
      count(1);
      const end = () => {
        clearTimeout(timer);
        if (open.delete(controller)) count(-1);
        controller.abort();
      };
      return { signal: controller.signal, end };
    },
    count: () => open.size,
    countOf: ofDevelopers.of,
    async takeTurn(developer) {
      setImmediate(await slots.acquire(developer));
    },
    close() {
      for (const controller of open) controller.abort();
    },
  };
}

function requireRoom(others: number, max: number): void {
  if (others < max) return;
  throw new Problem('rate_limited', `More than ${max} streams are open.`, { retry_after: 30 });
}
