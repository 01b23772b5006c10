import { expect, test } from '@jest/globals';
import { connectBroker, createScheduler, startScheduleWorker } from '@trellis/messaging';
import { backends, testBroker, waitFor } from '@trellis/testing';
import { reconciliation } from '../queues.js';
import { ensureRecurring } from './recurring.js';

const hourMs = 3_600_000;

test.each(backends.filter(({ available }) => available))(
  'a task over $backend that lost its job is started at once, and runs once more when jobs are old',
  async ({ backend }) => {
    const broker = await testBroker(backend).then(connectBroker);
    const scheduler = createScheduler(broker, reconciliation);
    const isMissing = async () => (await scheduler.findMissing(['all'])).length > 0;
    const rerunMs = 500;
    const stop = ensureRecurring(broker, reconciliation, { checkIntervalMs: 10, rerunMs });
    try {
      await waitFor(async () => !(await isMissing()));
      await waitFor(async () => scheduler.stop('all').then(isMissing), { every: 1 });
      const lostAt = performance.now();
      const runs: number[] = [];
      startScheduleWorker(broker, reconciliation, {
        async run() {
          runs.push(performance.now());
          return { afterMs: hourMs };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: hourMs,
      });
      await waitFor(() => runs.length > 0, { what: 'a run' });
      await waitFor(() => runs.length >= 2 && runs.at(-1)! - lostAt >= rerunMs, {
        what: 'a later run',
        within: 10_000,
      });
      expect(await isMissing()).toBe(false);
    } finally {
      stop();
      await broker.close();
    }
  },
);
