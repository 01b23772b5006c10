import { afterEach, expect, jest, test } from '@jest/globals';
import { testBroker, waitFor } from '@trellis/testing';
import { Worker } from 'bullmq';
import { z } from 'zod';
import { connectBroker } from '../broker.js';
import { createScheduler, startScheduleWorker, type Schedule } from '../jobs/schedule.js';

const watering: Schedule<{ plant: string }> = {
  queue: 'watering',
  data: z.object({ plant: z.string() }),
};

const weekMs = 7 * 24 * 60 * 60_000;

afterEach(() => {
  jest.restoreAllMocks();
});

test('the job of a worker that ends while its clock is days ahead runs again', async () => {
  const address = { ...(await testBroker('PostgreSQL')), lockMs: 600 };
  const ahead = await connectBroker(address);
  await createScheduler(ahead, watering).start([{ id: 'fern', data: { plant: 'fern' } }]);
  const { worker, claims } = ahead.claimingWorker(Worker, watering.queue, {});
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + weekMs);
  const { jobs } = await claims.claim({ token: 'a', limit: 1 });
  expect(jobs).toHaveLength(1);
  await worker.backend.moveStalledJobsToWait();
  jest.restoreAllMocks();
  await ahead.close();

  const broker = await connectBroker(address);
  const watered: string[] = [];
  startScheduleWorker(broker, watering, {
    async run({ plant }) {
      watered.push(plant);
      return 'ended';
    },
    concurrency: 1,
    onFailure: () => undefined,
    retryMs: 1_000,
  });
  await waitFor(() => watered.length > 0, { within: 15_000, what: 'the job' });
  await broker.close();
}, 30_000);
