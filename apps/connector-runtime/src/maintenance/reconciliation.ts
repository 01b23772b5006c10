import { setTimeout as pause } from 'node:timers/promises';
import { query } from '@trellis/database';
import { startScheduleWorker, type Broker } from '@trellis/messaging';
import type { Pool } from 'pg';
import { reconciliation } from '../queues.js';
import type { Runtime } from '../runtime.js';
import type { ExpectedJobs } from './expected-jobs.js';
import { ensureRecurring } from './recurring.js';
import type { ExpectedRow } from './expected-jobs.sql.js';

/** How often each process checks that the reconciliation is scheduled (ms): without its job, all polls are missing. */
const maxCheckIntervalMs = 1_000;

/** Delay of another run after a failure or an outage (ms): by then all jobs that were being added are added or lost. */
const maxRetryMs = 5_000;

interface Needs extends Pick<Runtime, 'pool' | 'log'> {
  expected: Record<string, ExpectedJobs>;
}

/**
 * Adds missing jobs at an interval, at every start, and within seconds after the queues were away or lost their data.
 * Returns a function that stops it.
 */
export function startReconciliation(
  broker: Broker,
  { pool, expected, log }: Needs,
  { intervalMs }: { intervalMs: number },
): () => void {
  startScheduleWorker(broker, reconciliation, {
    async run() {
      for (const [queue, jobs] of Object.entries(expected)) {
        const missing = await reconcile(pool, jobs);
        if (missing > 0) log.info({ queue, missing }, 'missing jobs added');
      }
      return { afterMs: intervalMs };
    },
    concurrency: 1,
    onFailure: (error) => log.warn({ err: error }, 'reconciliation failed'),
    retryMs: Math.min(intervalMs, maxRetryMs),
  });
  return ensureRecurring(broker, reconciliation, {
    checkIntervalMs: Math.min(intervalMs, maxCheckIntervalMs),
    rerunMs: Math.min(intervalMs, maxRetryMs),
  });
}

const defaultPageSize = 500;

/** Pause after each page, so that a hundred thousand clients are spread over ten seconds (ms). */
const pageIntervalMs = 50;

/** Adds missing jobs; returns how many were missing. */
export async function reconcile(
  pool: Pool,
  { statement, findMissing, add }: ExpectedJobs,
  { pageSize = defaultPageSize }: { pageSize?: number } = {},
): Promise<number> {
  let before: string | null = null;
  let missing = 0;
  for (;;) {
    const rows: ExpectedRow[] = await query(pool, statement, [before, pageSize]);
    const ids = await findMissing(rows.map(({ id }) => id));
    if (ids.length > 0) await add(ids);
    missing += ids.length;
    if (rows.length < pageSize) return missing;
    before = rows.at(-1)!.key;
    await pause(pageIntervalMs);
  }
}
