import {
  createScheduler,
  startScheduleWorker,
  type Broker,
  type Schedule,
} from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { ExpectedJobs } from './expected-jobs.js';
import { reconcile } from './reconcile.js';

/** A schedule itself: it runs in one process at a time, and is gone when the queues are. */
const reconciliation: Schedule<Record<never, never>> = {
  queue: 'reconciliation',
  data: z.object({}),
};
const id = 'all';

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
  return keepScheduled(broker, Math.min(intervalMs, maxCheckIntervalMs));
}

/** Starts the schedule when it is missing, and runs it when the queues are back. */
function keepScheduled(broker: Broker, checkIntervalMs: number): () => void {
  const scheduler = createScheduler(broker, reconciliation);
  let wereAway = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async () => {
    try {
      await scheduler.start([{ id, data: {} }]);
      if (wereAway) await scheduler.runNow(id);
      wereAway = false;
    } catch {
      wereAway = true;
    }
    if (!isStopped) timer = setTimeout(() => void check(), checkIntervalMs);
  };
  void check();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
