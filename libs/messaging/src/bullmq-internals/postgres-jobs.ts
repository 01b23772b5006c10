import pg from 'pg';
import type { ClaimedJob } from './job-claims.js';
import { removedAtEnd, toJobTimes, type JobStore } from './job-store.js';

/** Longer than any lock (ms). */
const maxLockMs = 5 * 60_000;

/** Jobs in BullMQ's table `job`. A job that is to run again is marked by its progress, which no job here reports. */
export function postgresJobs(pool: pg.Pool, schema: string) {
  const table = `${pg.escapeIdentifier(schema)}.job`;
  const store: JobStore = {
    add: (queue, name, data) => queue.add(name, data, removedAtEnd),
    async find(queue, ids) {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE queue = $1 AND id = ANY($2)`,
        [queue.name, ids],
      );
      return new Set(rows.map(({ id }) => id));
    },
    async readTimes(queue, ids) {
      const { rows } = await pool.query<{ id: string; last: string; next: string }>(
        `SELECT id, processed_at_ms AS last,
          CASE WHEN state = 'delayed' THEN process_at_ms END AS next
        FROM ${table} WHERE queue = $1 AND id = ANY($2)`,
        [queue.name, ids],
      );
      return new Map(rows.map(({ id, last, next }) => [id, toJobTimes(last, next)]));
    },
    async runAgain({ queueName, id }) {
      const { rowCount } = await pool.query(
        `UPDATE ${table} SET progress = 'true' WHERE queue = $1 AND id = $2 AND state = 'active'`,
        [queueName, id],
      );
      return rowCount === 1;
    },
  };
  return {
    ...store,
    /** Clears the mark of a job that is to run again; returns whether it had one. */
    async clearRunAgain(queue: string, id: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `UPDATE ${table} SET progress = NULL WHERE queue = $1 AND id = $2 AND progress = 'true'`,
        [queue, id],
      );
      return rowCount === 1;
    },
    /** Removes a claimed job, unless it is to run again or its lock was lost; returns whether it did. */
    async end(queue: string, { id, token }: ClaimedJob): Promise<boolean> {
      const { rowCount } = await pool.query(
        `DELETE FROM ${table} WHERE queue = $1 AND id = $2 AND state = 'active' AND lock_token = $3
          AND progress IS DISTINCT FROM 'true'`,
        [queue, id, token],
      );
      return rowCount === 1;
    },
    /**
     * Ends locks that were taken by a clock that was ahead, and forgets such times of the last search for stalled jobs,
     * until which nobody would search again: nothing else would before these times.
     */
    async endFutureLocks(): Promise<void> {
      const latest = `extract(epoch FROM clock_timestamp()) * 1000 + ${maxLockMs}`;
      await pool.query(
        `UPDATE ${table} SET locked_until_ms = 0 WHERE state = 'active' AND locked_until_ms > ${latest}`,
      );
      await pool.query(
        `DELETE FROM ${pg.escapeIdentifier(schema)}.meta
        WHERE CASE field WHEN 'stalled-check' THEN value::bigint > ${latest} END`,
      );
    },
  };
}
