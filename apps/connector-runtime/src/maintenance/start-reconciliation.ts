import { startScheduleWorker, type Broker } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import type { ExpectedJobs } from './expected-jobs.js';
import { ensureRecurring, reconciliation } from './recurring.js';
import { reconcile } from './reconcile.js';

/** How often each process checks that the reconciliation is scheduled (ms). */
const maxCheckIntervalMs = 5_000;

interface Needs {
  pool: Pool;
  expected: Record<string, ExpectedJobs>;
  log: Pick<Logger, 'info' | 'warn'>;
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
    retryMs: Math.min(intervalMs, maxCheckIntervalMs),
  });
  return ensureRecurring(broker, reconciliation, Math.min(intervalMs, maxCheckIntervalMs));
}
