import { LRUCache } from 'lru-cache';
import { createRoundRobin, type Release } from '@trellis/platform/concurrency';
import type { Exchange } from '../exchange.js';
import { smallBodyBytes } from './body-budget.js';

/**
 * Limits the heavy requests of one owner that a gateway handles at once: those with a large body, and those of an
 * operation whose recent answers to this owner were large. Each of them keeps every process on its way busy for
 * milliseconds, and together they would delay everyone.
 */
export interface HeavyRequests {
  /**
   * Resolves once a request may go on, to the function that ends its turn; at once unless it is heavy.
   * Rejects with `rate_limited` when too many wait, and with `timeout` when `expiresAt` (milliseconds since
   * the epoch) passes meanwhile.
   */
  enter(exchange: Loaded, load: Load): Promise<Release>;
  /** Notes the size of an answer (bytes). */
  answered(exchange: Loaded, bytes: number): void;
}

type Loaded = Pick<Exchange, 'loadKey'>;

interface Load {
  owner: string;
  /** The name of the operation, without its parameters. */
  operation: string;
  bodyBytes: number;
  expiresAt: number;
}

interface HeavyRequestsOptions {
  /** How many heavy requests are under way at once. */
  atOnce: number;
  /** How many of one owner are. */
  atOncePerOwner: number;
  /** How many more of one owner may wait. */
  maxWaitingPerOwner: number;
}

/** The size from which an answer is large (bytes). */
const largeAnswerBytes = 64 * 1024;

/** How much the latest answer counts in the mean size of the answers. */
const weightOfLatest = 1 / 4;

/** How many kinds of requests with large answers are known; the one not seen for longest is forgotten. */
const maxKinds = 10_000;

const endNothing = () => undefined;

export function createHeavyRequests(
  { atOnce, atOncePerOwner, maxWaitingPerOwner }: HeavyRequestsOptions = {
    atOnce: 8,
    atOncePerOwner: 2,
    maxWaitingPerOwner: 32,
  },
): HeavyRequests {
  const roundRobin = createRoundRobin({
    slots: atOnce,
    slotsPerOwner: atOncePerOwner,
    maxWaitingPerOwner,
  });
  /** The mean sizes of answers, of those kinds of requests for which it is large. */
  const meanBytes = new LRUCache<string, number>({ max: maxKinds });
  return {
    async enter(exchange, { owner, operation, bodyBytes, expiresAt }) {
      exchange.loadKey = `${owner} ${operation}`;
      if (bodyBytes <= smallBodyBytes && !meanBytes.has(exchange.loadKey)) return endNothing;
      return roundRobin.acquire(owner, { expiresAt });
    },
    answered({ loadKey }, bytes) {
      if (loadKey === undefined) return;
      const known = meanBytes.get(loadKey);
      if (known === undefined && bytes <= largeAnswerBytes) return;
      const mean = known === undefined ? bytes : known + (bytes - known) * weightOfLatest;
      if (mean > largeAnswerBytes) meanBytes.set(loadKey, mean);
      else meanBytes.delete(loadKey);
    },
  };
}
