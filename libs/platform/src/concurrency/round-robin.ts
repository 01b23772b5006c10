import { Problem } from '@trellis/contracts';
import { createCounts, FairQueue } from './fair-queue.js';
import { timerDelayMs } from './timing.js';

export interface RoundRobinOptions {
  /** Number of slots. */
  slots: number;
  /** Most slots that one owner may use at once. Default: all. */
  slotsPerOwner?: number;
  /** Most requests of one owner that may wait; further ones are refused. Default: no limit. */
  maxWaitingPerOwner?: number;
}

/** Slots that owners get round-robin, so that none waits for all the work of another. */
export interface RoundRobin {
  /**
   * Waits for a slot and returns the function that releases it, once. Rejects with `rate_limited` when too many
   * requests of the owner wait, and with `timeout` when `expiresAt` passes (milliseconds since the epoch).
   */
  acquire(owner: string, deadline?: { expiresAt: number }): Promise<Release>;
}

export type Release = () => void;

export function createRoundRobin({
  slots,
  slotsPerOwner = slots,
  maxWaitingPerOwner = Infinity,
}: RoundRobinOptions): RoundRobin {
  let free = slots;
  const used = createCounts();
  const waiting = new FairQueue<() => void>();
  const mayAcquire = (owner: string) => used.of(owner) < slotsPerOwner;

  function occupy(owner: string): Release {
    free -= 1;
    used.add(owner, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      free += 1;
      used.add(owner, -1);
      waiting.shift(mayAcquire)?.();
    };
  }

  function wait(owner: string, expiresAt: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve(occupy(owner));
      };
      const expire = () => {
        waiting.remove(owner, start);
        reject(new Problem('timeout', 'The request waited too long.'));
      };
      const timer =
        expiresAt === Infinity
          ? undefined
          : setTimeout(expire, timerDelayMs(expiresAt - Date.now()));
      waiting.push(owner, start);
    });
  }

  return {
    async acquire(owner, { expiresAt } = { expiresAt: Infinity }) {
      // Owners that wait while a slot is free already use as many as they may.
      if (free > 0 && mayAcquire(owner)) return occupy(owner);
      if (waiting.countOf(owner) >= maxWaitingPerOwner) {
        const detail = 'Too many requests of this kind are under way.';
        throw Problem.withoutStack('rate_limited', detail, { retry_after: 1 });
      }
      return wait(owner, expiresAt);
    },
  };
}
