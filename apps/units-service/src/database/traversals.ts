import { Problem } from '@trellis/contracts';
import { isCancelled, withConnection } from '@trellis/database';
import { createRoundRobin } from '@trellis/platform/concurrency';
import type pg from 'pg';

/** The details of `timeout`, by the part of a traversal that can take too long. */
const timeoutDetails = {
  links: 'There are too many links to follow.',
  expression: 'The expression takes too long; ask for fewer items on a page.',
  history: 'The history takes too long to read; ask for a shorter time.',
};

interface TraversalCall {
  developer: string;
  /** When the caller stops waiting (milliseconds since the epoch). */
  expiresAt: number;
  reads: keyof typeof timeoutDetails;
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
  return async ({ developer, expiresAt, reads }, read) => {
    const release = await slots.acquire(developer, { expiresAt });
    try {
      return await withConnection(pool, { expiresAt }, read);
    } catch (error) {
      throw isCancelled(error) ? new Problem('timeout', timeoutDetails[reads]) : error;
    } finally {
      release();
    }
  };
}
