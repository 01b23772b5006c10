import { withConnection } from '@trellis/database';
import { createRoundRobin } from '@trellis/platform/concurrency';
import type pg from 'pg';

/** The developer of a traversal, and when its caller stops waiting (milliseconds since the epoch). */
interface TraversalCall {
  developer: string;
  expiresAt: number;
}

/**
 * Runs a traversal of the graph on a connection of its own. Connections are shared fairly between developers, page by
 * page. The statement is cancelled when the caller stops waiting. Throws `rate_limited` when too many traversals of the
 * developer wait.
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
  return async ({ developer, expiresAt }, read) => {
    const release = await slots.acquire(developer, { expiresAt });
    try {
      return await withConnection(pool, { expiresAt }, read);
    } finally {
      release();
    }
  };
}
