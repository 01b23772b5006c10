import { untilSlotMs } from '@trellis/platform/concurrency';
import { DelayedError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { floorSchedule, namespace } from './jobs.js';

/** The floor: a bare worker that only delays each job again. */
const { REDIS_URL, INTERVAL_MS } = process.env as Record<string, string>;
const intervalMs = Number(INTERVAL_MS);
const worker = new Worker(
  floorSchedule.queue,
  async (job, token) => {
    const delayMs = untilSlotMs(job.id!, intervalMs);
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  },
  {
    connection: new Redis(REDIS_URL!, { maxRetriesPerRequest: null }) as never,
    prefix: namespace,
    concurrency: 100,
  },
);
await worker.waitUntilReady();
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
