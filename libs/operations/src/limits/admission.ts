import { Problem } from '@trellis/contracts';
import { createRoundRobin, type Release } from '@trellis/platform/concurrency';

/**
 * Limits the requests of one owner that a gateway handles at once. Further ones wait, and cost nothing meanwhile, so that
 * the requests of others are not queued behind a crowd in every process on their way.
 */
export interface Admission {
  /**
   * Resolves once a request may go on, to the function that ends its turn; it may be called again. Rejects with
   * `rate_limited` when too many requests of the owner wait, or when it waits too long.
   */
  enter(owner: string): Promise<Release>;
}

interface AdmissionOptions {
  /** How many requests of one owner are under way. */
  atOncePerOwner: number;
  /** How many more of one owner may wait. */
  maxWaitingPerOwner: number;
  /** How long a request may wait (ms). */
  maxWaitMs: number;
  /** How long a turn lasts at most (ms): a request that takes longer waits for something else, such as a device. */
  turnMs: number;
}

export function createAdmission(
  { atOncePerOwner, maxWaitingPerOwner, maxWaitMs, turnMs }: AdmissionOptions = {
    atOncePerOwner: 64,
    maxWaitingPerOwner: 1_000,
    maxWaitMs: 5_000,
    turnMs: 1_000,
  },
): Admission {
  const roundRobin = createRoundRobin({
    slots: Infinity,
    slotsPerOwner: atOncePerOwner,
    maxWaitingPerOwner,
  });
  return {
    async enter(owner) {
      const release = await roundRobin
        .acquire(owner, { expiresAt: Date.now() + maxWaitMs })
        .catch(refuse);
      const timer = setTimeout(release, turnMs);
      return () => {
        clearTimeout(timer);
        release();
      };
    },
  };
}

/** The crowd that a request waited behind is that of its own account. */
function refuse(): never {
  const detail = 'Too many requests are under way; wait for their answers.';
  throw Problem.withoutStack('rate_limited', detail, { retry_after: 1 });
}
