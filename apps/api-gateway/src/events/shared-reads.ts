import { developerOf, type Input, type Output, type UnitsContract } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import { createRoundRobin } from '@trellis/platform/concurrency';

/** Calls of units-service that streams and long polls make, many of them at the same position. */
type SharedCall = 'changes.read' | 'events.read';

/** Reads events together with all who wait for an equal read. */
export type ReadEvents = <Name extends SharedCall>(
  name: Name,
  input: Input<UnitsContract, Name>,
) => Promise<Output<UnitsContract, Name>>;

/** How many reads of a developer are under way at once, of each kind: behind more, pages have more events. */
const readsAtOnce = 2;

/** How much all who share a read get in a second (bytes), and how long the read keeps its turn for that at most (ms). */
const sending = { bytesPerSecond: 8 * 1024 * 1024, maxMs: 5_000 };

/** A read that others may still join. */
interface WaitingRead {
  page: Promise<unknown>;
  readers: number;
}

/**
 * Lets the reads of a developer take their turns, and makes equal ones that wait once. One that is under way may have
 * missed the latest event, so nobody joins it. A read keeps its turn until what it has found is likely to be sent to all
 * its readers, who thereby stay at the same position.
 */
export function shareReads(units: RpcClient<UnitsContract>): ReadEvents {
  const roundRobin = createRoundRobin({ slots: Infinity, slotsPerOwner: readsAtOnce });
  const waiting = new Map<string, WaitingRead>();

  async function readInTurn<Name extends SharedCall>(
    key: string,
    name: Name,
    input: Input<UnitsContract, Name>,
  ): Promise<Output<UnitsContract, Name>> {
    const release = await roundRobin.acquire(JSON.stringify([developerOf(input), name]));
    const readers = waiting.get(key)?.readers ?? 1;
    waiting.delete(key);
    let sendingMs = 0;
    try {
      const page = await units(name, input);
      sendingMs = readers === 1 ? 0 : sendingTimeOf(page, readers);
      return page;
    } finally {
      if (sendingMs === 0) release();
      else setTimeout(release, sendingMs).unref();
    }
  }

  return (name, input) => {
    const key = JSON.stringify([name, input]);
    const known = waiting.get(key);
    if (known) {
      known.readers += 1;
      return known.page as ReturnType<typeof readInTurn<typeof name>>;
    }
    const page = readInTurn(key, name, input);
    waiting.set(key, { page, readers: 1 });
    return page;
  };
}

/** Returns how long it should take to send a page to its readers (ms). */
function sendingTimeOf(page: unknown, readers: number): number {
  const bytes = JSON.stringify(page).length * readers;
  return Math.min((bytes / sending.bytesPerSecond) * 1_000, sending.maxMs);
}
