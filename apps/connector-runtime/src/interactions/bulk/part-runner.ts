import { createRoundRobin } from '@trellis/platform/concurrency';
import { endsWithin } from '../../limits/bulkhead.js';

/** How many fast interactions of an instance run at once. Slow ones do not delay the others. */
const atOnce = 8;
const slowAfterMs = 2_000;

/** How many interactions of a client run at once. */
const atOncePerClient = 2;

/** Runs the interactions of an instance, alternating between its clients. */
export function createPartRunner() {
  const ofClients = createRoundRobin({ slots: Infinity, slotsPerOwner: atOncePerClient });
  const ofInstance = createRoundRobin({ slots: atOnce });
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  return {
    /** Runs an interaction when it is the client's turn. */
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
    /** Tracks running work and its failure. */
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
