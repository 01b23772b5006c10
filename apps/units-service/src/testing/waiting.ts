import { waitFor } from '@trellis/testing';
import type pg from 'pg';

/**
 * Makes a call while another transaction has executed a statement. That one is committed once the call
 * waits for it, and `meanwhile` has come to its end; returns what the call does then.
 */
export async function afterWaiting<T>(
  pool: pg.Pool,
  { text, values }: { text: string; values: unknown[] },
  call: () => Promise<T>,
  meanwhile?: () => Promise<unknown>,
): Promise<T> {
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query(text, values);
    const called = call();
    // It is awaited below; meanwhile, it is no unhandled rejection.
    called.catch(() => undefined);
    await untilWaiting(pool);
    await meanwhile?.();
    await other.query('COMMIT');
    return await called;
  } finally {
    // Closes the connection, and ends the transaction with it.
    other.release(true);
  }
}

/** Resolves when a number of transactions wait for others. */
export const untilWaiting = (pool: pg.Pool, count = 1): Promise<boolean> =>
  waitFor(
    async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length >= count;
    },
    { within: 30_000, what: 'the call that waits' },
  );
