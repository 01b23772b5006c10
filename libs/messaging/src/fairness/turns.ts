import { Problem } from '@trellis/contracts';
import { createCounts } from './counts.js';
import { FairQueue } from './fair-queue.js';

export interface TurnsOptions {
  /** How many slots there are. */
  slots: number;
  /** How many of them one owner may hold at once. Default: all. */
  slotsPerOwner?: number;
  /** How many turns of one owner may wait; a further one is refused. Default: any number. */
  maxWaitingPerOwner?: number;
}

/** Slots for which owners take turns: none waits for all the work of another one. */
export interface Turns {
  /**
   * Resolves once a slot is held, to the function that gives it back. Rejects with `rate_limited` when
   * too many turns of the owner wait, and with `timeout` when `expiresAt` (milliseconds since the epoch)
   * passes meanwhile.
   */
  acquire(owner: string, deadline?: { expiresAt: number }): Promise<Release>;
}

export type Release = () => void;

/** A turn that waits. */
interface Waiting {
  start(): void;
}

/** The longest delay of a timer (ms). */
const maxTimerMs = 2 ** 31 - 1;

export function createTurns({
  slots,
  slotsPerOwner = slots,
  maxWaitingPerOwner = Infinity,
}: TurnsOptions): Turns {
  let free = slots;
  const held = createCounts();
  const queue = new FairQueue<Waiting>();
  const mayHold = (owner: string) => held.of(owner) < slotsPerOwner;

  function hold(owner: string): Release {
    free -= 1;
    held.add(owner, 1);
    return () => {
      free += 1;
      held.add(owner, -1);
      queue.shift(mayHold)?.start();
    };
  }

  /** Adds a turn to the queue; it leaves the queue when its deadline passes. */
  function wait(owner: string, expiresAt: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start() {
          clearTimeout(timer);
          resolve(hold(owner));
        },
      };
      const expire = () => {
        queue.remove(owner, waiting);
        reject(new Problem('timeout', 'The request waited too long.'));
      };
      const delayMs = Math.min(Math.max(0, expiresAt - Date.now()), maxTimerMs);
      const timer = expiresAt === Infinity ? undefined : setTimeout(expire, delayMs);
      queue.push(owner, waiting);
    });
  }

  return {
    async acquire(owner, { expiresAt } = { expiresAt: Infinity }) {
      // Whoever waits while a slot is free holds as many as it may.
      if (free > 0 && mayHold(owner)) return hold(owner);
      if (queue.countOf(owner) >= maxWaitingPerOwner) {
        const detail = 'Too many requests of this kind are under way.';
        throw new Problem('rate_limited', detail, { retry_after: 1 });
      }
      return wait(owner, expiresAt);
    },
  };
}
