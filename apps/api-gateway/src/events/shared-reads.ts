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

/** How many reads of a developer are under way at once: behind more, pages have more events. */
const readsAtOnce = 2;

/**
 * Lets the reads of a developer take their turns, and makes equal ones that wait once. One that is under way may have
 * missed the latest event, so nobody joins it.
 */
export function shareReads(units: RpcClient<UnitsContract>): ReadEvents {
  const roundRobin = createRoundRobin({ slots: Infinity, slotsPerOwner: readsAtOnce });
  const waiting = new Map<string, Promise<unknown>>();

  async function readInTurn<Name extends SharedCall>(
    key: string,
    name: Name,
    input: Input<UnitsContract, Name>,
  ): Promise<Output<UnitsContract, Name>> {
    const release = await roundRobin.acquire(developerOf(input));
    waiting.delete(key);
    try {
      return await units(name, input);
    } finally {
      release();
    }
  }

  return (name, input) => {
    const key = JSON.stringify([name, input]);
    const known = waiting.get(key) as ReturnType<typeof readInTurn<typeof name>> | undefined;
    if (known) return known;
    const reading = readInTurn(key, name, input);
    waiting.set(key, reading);
    return reading;
  };
}
