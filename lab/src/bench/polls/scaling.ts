import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createScheduler } from '@trellis/messaging';
import { waitFor } from '@trellis/testing';
import { removeClients } from './clients.js';
import { firstPolls, type Needs } from './cost.js';
import { pollSchedule } from './queues.js';
import { readSchedules } from './schedules.js';

/** Time that the remote technology takes to answer (ms). */
const waitMs = 100;

/** Polls at once per worker. At 100 ms each, a worker makes 100 a second at most, well below its capacity. */
export const pollConcurrency = 10;

const clientCount = 2_000;

/** Polls clients of a slow remote technology; returns the polls per second by number of workers. */
export async function measureScaling(
  needs: Needs,
  workerCounts: number[],
): Promise<Map<number, number>> {
  const remote = fork(fileURLToPath(new URL('./remote.ts', import.meta.url)), {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, WAIT_MS: String(waitMs) },
  });
  const [{ url }] = (await once(remote, 'message')) as [{ url: string }];
  const throughput = new Map<number, number>();
  for (const count of workerCounts) {
    // With a single slow slot, the fast ones limit a worker.
    const environment = { POLL_CONCURRENCY: String(pollConcurrency), SLOW_POLL_CONCURRENCY: '1' };
    const workers = await Promise.all(
      Array.from({ length: count }, () => needs.product.startWorker(environment)),
    );
    // First polls are not measured: they wait for the lock of their account's quota.
    const { ids } = await firstPolls(needs, {
      count: clientCount,
      connectorType: 'wot',
      configuration: (n) => ({ url: `${url}/things/${n}`, interval_ms: 3_600_000 }),
    });
    throughput.set(count, (clientCount / (await pollAgain(needs, ids))) * 1_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    await removeClients(needs);
  }
  remote.kill();
  return throughput;
}

/** Polls all clients at once; returns the time until the last poll begins (ms). */
async function pollAgain({ broker, redis }: Needs, ids: string[]): Promise<number> {
  const startedAt = performance.now();
  await createScheduler(broker, pollSchedule).start(
    ids.map((id) => ({ id, data: { client: id } })),
  );
  const { countRuns } = readSchedules(redis, pollSchedule.queue);
  await waitFor(async () => (await countRuns(ids)) >= ids.length, {
    within: 240_000,
    what: 'the polls',
  });
  return performance.now() - startedAt;
}
