import { startScheduleWorker, type Broker } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { z } from 'zod';
import { keepScheduled, type Recurring } from './recurring.js';
import type { ExpectedJobs } from './expected-jobs.js';
import { reconcile } from './reconcile.js';

/** A schedule itself: it runs in one process at a time, and is gone when the queues are. */
export const reconciliation: Recurring = { queue: 'reconciliation', data: z.object({}) };

/** How often each process looks whether the schedule is there (ms). */
const maxCheckIntervalMs = 5_000;

interface Needs {
  pool: Pool;
  expected: Record<string, ExpectedJobs>;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Keeps the queues to what the database says, all the time: at every start, within seconds after the
 * queues were away or have lost their data, and at an interval. Returns a function that stops it.
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
  return keepScheduled(broker, reconciliation, Math.min(intervalMs, maxCheckIntervalMs));
}
