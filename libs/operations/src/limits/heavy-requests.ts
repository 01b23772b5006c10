import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
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
   * Resolves once a request may go on, to the function that ends its turn; at once unless it is heavy. Of reads whose
   * size is not known yet, the first one shows it to the others.
   * Rejects with `rate_limited` when too many wait, and with `timeout` when `expiresAt` (milliseconds since
   * the epoch) passes meanwhile.
   */
  enter(exchange: Loaded, load: Load): Promise<Release>;
  /** Notes the size of an answer (bytes). */
  answered(exchange: Loaded, bytes: number): void;
  /**
   * Does a part of a request that is heavy as a whole, such as a page of an export: one of an owner at a time.
   * Rejects with `timeout` when `expiresAt` passes before its turn.
   */
  inTurn<T>(owner: string, expiresAt: number, work: () => Promise<T>): Promise<T>;
}

type Loaded = Pick<Exchange, 'loadKey'>;

interface Load {
  owner: string;
  /** The name of the operation, without its parameters. */
  operation: string;
  /** Whether its answers may be large, and come without waiting for anything else. */
  isRead: boolean;
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

/** How many kinds of requests are known; the one not seen for longest is forgotten. */
const maxKinds = 50_000;

/** How many parts of heavy requests are under way at once. */
const partsAtOnce = 2;

/** How long a request waits for the first one of its kind (ms). */
const maxFirstMs = 1_000;

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
  const partsInTurn = createRoundRobin({ slots: partsAtOnce, slotsPerOwner: 1 });
  /** The mean sizes of the answers of each kind of request. */
  const meanBytes = new LRUCache<string, number>({ max: maxKinds });
  /** The first requests of kinds that are not known yet. */
  const firsts = new Map<string, Promise<void>>();

  function beFirst(kind: string): Release {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    firsts.set(kind, ended);
    return async () => {
      // By then, its answer has been measured if there is one.
      await nextTurn();
      firsts.delete(kind);
      if (!meanBytes.has(kind)) meanBytes.set(kind, 0);
      end();
    };
  }

  return {
    async enter(exchange, { owner, operation, isRead, bodyBytes, expiresAt }) {
      const kind = `${owner} ${operation}`;
      exchange.loadKey = kind;
      if (isRead && !meanBytes.has(kind)) {
        const first = firsts.get(kind);
        if (!first) return beFirst(kind);
        await Promise.race([first, pause(maxFirstMs, undefined, { ref: false })]);
      }
      const mean = meanBytes.get(kind) ?? (isRead ? Infinity : 0);
      if (bodyBytes <= smallBodyBytes && mean <= largeAnswerBytes) return endNothing;
      return roundRobin.acquire(owner, { expiresAt });
    },
    answered({ loadKey }, bytes) {
      if (loadKey === undefined) return;
      const known = meanBytes.get(loadKey);
      if (known !== undefined && known + bytes === 0) return;
      const mean = known === undefined ? bytes : known + (bytes - known) * weightOfLatest;
      meanBytes.set(loadKey, mean);
    },
    async inTurn(owner, expiresAt, work) {
      const end = await partsInTurn.acquire(owner, { expiresAt });
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
