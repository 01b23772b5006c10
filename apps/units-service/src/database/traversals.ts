import { Problem } from '@trellis/contracts';
import { databaseProblem, isCancelled, withConnection } from '@trellis/database';
import { createRoundRobin } from '@trellis/platform/concurrency';
import type pg from 'pg';

interface TraversalCall {
  developer: string;
  /** When the caller stops waiting (milliseconds since the epoch). */
  expiresAt: number;
  /** The detail of `timeout` when it has begun and takes too long: what is expensive, and what to do. */
  tooSlow: string;
}

export const tooManyLinks = 'There are too many links to follow.';

/** Returns the detail of `timeout` for a list that is narrowed by conditions; absent ones are undefined. */
export function tooSlowToCheck(conditions: Record<string, unknown>): string {
  const names = Object.keys(conditions).filter((name) => conditions[name] !== undefined);
  if (names.length === 0) return tooManyLinks;
  const named = names.map((name) => `\`${name}\``).join(', ');
  return `Checking ${named} takes too long; use fewer conditions, or ask for fewer items on a page.`;
}

/**
 * Runs a traversal of the graph on a connection of its own. Connections are shared fairly between developers, page by
 * page. A statement that takes too long, or whose caller stops waiting, is cancelled with the problem `timeout`. Throws
 * `rate_limited` when too many traversals of the developer wait.
 */
export type Traversals = <T>(
  call: TraversalCall,
  read: (db: pg.PoolClient) => Promise<T>,
) => Promise<T>;

/** The maximum number of traversals of one developer that wait in one process. */
const maxWaitingPerDeveloper = 32;

/** `maxConnections` is that of the pool. */
export function createTraversals(pool: pg.Pool, maxConnections: number): Traversals {
  const slots = createRoundRobin({
    slots: maxConnections,
    slotsPerOwner: Math.max(1, Math.floor(maxConnections / 2)),
    maxWaitingPerOwner: maxWaitingPerDeveloper,
  });
  return async ({ developer, expiresAt, tooSlow }, read) => {
    const release = await slots.acquire(developer, { expiresAt });
    let hasBegun = false;
    try {
      return await withConnection(pool, { expiresAt }, (db) => {
        hasBegun = true;
        return read(db);
      });
    } catch (error) {
      const isTooSlow = isCancelled(error) || (hasBegun && Date.now() >= expiresAt);
      throw isTooSlow && !databaseProblem(error) ? new Problem('timeout', tooSlow) : error;
    } finally {
      release();
    }
  };
}
