import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Unavailable } from '@trellis/connector-sdk';

/** How long to work without a break (ms): other clients are polled by the same process. */
const maxBlockingMs = 20;

/** Maps a list that may be long, and yields to the event loop now and then. */
export async function mapYielding<T, U>(
  items: readonly T[],
  map: (item: T) => U,
  signal: AbortSignal,
): Promise<U[]> {
  const mapped: U[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    mapped.push(map(item));
    if (performance.now() - startedAt < maxBlockingMs) continue;
    await yieldToEventLoop();
    if (signal.aborted) throw new Unavailable('There are too many devices to read them in time.');
    startedAt = performance.now();
  }
  return mapped;
}
