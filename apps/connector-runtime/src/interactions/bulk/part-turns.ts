import { createRoundRobin } from '@trellis/platform/concurrency';
import { endsWithin } from '../../limits/bulkhead.js';

/** How many things of an instance are asked at once; those that take long make the others wait no longer. */
const atOnce = 8;
const slowAfterMs = 2_000;

/** How many things of one client are asked at once. */
const atOncePerClient = 2;

/** The turns in which the things of an instance are asked, those of its clients alternately. */
export function createPartTurns() {
  const ofClients = createRoundRobin({ slots: Infinity, slotsPerOwner: atOncePerClient });
  const ofInstance = createRoundRobin({ slots: atOnce });
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  return {
    /** Asks a thing of a client when it is its turn. */
    async run<Outcome>(client: string, ask: () => Promise<Outcome>): Promise<Outcome> {
      const release = await ofClients.acquire(client);
      try {
        const releaseFast = await ofInstance.acquire('');
        const asking = ask();
        await endsWithin(asking, slowAfterMs);
        releaseFast();
        return await asking;
      } finally {
        release();
      }
    },
    /** Keeps the failure of what is under way. */
    follow(work: Promise<void>): void {
      const followed = work
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(followed));
      underWay.add(followed);
    },
    areUnderWay: (): boolean => underWay.size > 0,
    ended: (): Promise<unknown> => Promise.all(underWay),
    hasFailed: (): boolean => failures.length > 0,
    throwFailure(): void {
      if (failures.length > 0) throw failures[0];
    },
  };
}
