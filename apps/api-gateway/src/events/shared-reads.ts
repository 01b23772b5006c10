import { developerOf } from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import type { Services } from '../operation.js';

type Units = Services['units'];
type Read = () => Promise<unknown>;

/** The reads of streams and long polls, which many of them make at the same position. */
const sharedCalls: ReadonlySet<string> = new Set([
  'changes.read',
  'events.read',
] satisfies Parameters<Units>[0][]);

/** How many of these reads of a developer are under way at once: behind more, pages have more events. */
const readsAtOnce = 2;

/**
 * Returns a client whose reads of events take turns, and are made once for all that wait for an equal one. A read that
 * is under way may have missed the latest event, so nobody joins it.
 */
export function shareReads(units: Units): Units {
  const roundRobin = createRoundRobin({ slots: Infinity, slotsPerOwner: readsAtOnce });
  const waiting = new Map<string, Promise<unknown>>();

  async function begin(key: string, developer: string, read: Read): Promise<unknown> {
    const release = await roundRobin.acquire(developer);
    waiting.delete(key);
    try {
      return await read();
    } finally {
      release();
    }
  }

  function share(key: string, developer: string, read: Read): Promise<unknown> {
    const known = waiting.get(key);
    if (known) return known;
    const reading = begin(key, developer, read);
    waiting.set(key, reading);
    return reading;
  }

  return ((name, input, options) => {
    const read = () => units(name, input, options);
    if (!sharedCalls.has(name)) return read();
    return share(JSON.stringify([name, input]), developerOf(input), read);
  }) as Units;
}
