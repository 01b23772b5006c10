import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { Worker } from 'bullmq';
import { z } from 'zod';
import type { Broker } from '../../broker.js';
import { createScheduler, type Schedule } from '../../jobs/schedule.js';
import type { Suite } from '../backends.js';

const watering: Schedule<{ plant: string }> = {
  queue: 'watering',
  data: z.object({ plant: z.string() }),
};

const start = (broker: Broker, plants: string[], delayMs = 0) =>
  createScheduler(broker, watering).start(
    plants.map((plant) => ({ id: plant, data: { plant }, delayMs })),
  );

/** The jobs of the queue, without a worker that works on them. */
const claimsOf = (broker: Broker) => broker.claimingWorker(Worker, 'watering', {}).claims;

const countJobs = (broker: Broker) =>
  broker.queue('watering').getJobCounts('wait', 'prioritized', 'active', 'delayed');

export const testJobClaims: Suite = ({ connect }) =>
  describe('claims on jobs', () => {
    test('return the jobs that are due, and when the next one is', async () => {
      const broker = await connect();
      const before = Date.now();
      await start(broker, ['moss'], 60_000);
      await start(broker, ['fern', 'ivy']);
      const { jobs, nextAt } = await claimsOf(broker).claim({ token: 'a', limit: 10 });
      expect(jobs.map(({ id, data }) => [id, data])).toEqual([
        ['fern', { plant: 'fern' }],
        ['ivy', { plant: 'ivy' }],
      ]);
      expect(nextAt).toBeGreaterThanOrEqual(before + 60_000);
      expect(nextAt).toBeLessThanOrEqual(Date.now() + 60_000);
      expect(await countJobs(broker)).toMatchObject({ active: 2, delayed: 1, prioritized: 0 });
    });

    test('return no more than their limit, and no job twice', async () => {
      const broker = await connect();
      await start(broker, ['fern', 'ivy', 'moss']);
      const claims = claimsOf(broker);
      const claimed = [
        await claims.claim({ token: 'a', limit: 2 }),
        await claims.claim({ token: 'b', limit: 2 }),
        await claims.claim({ token: 'c', limit: 2 }),
      ];
      expect(claimed.map(({ jobs }) => jobs.map(({ id }) => id))).toEqual([
        ['fern', 'ivy'],
        ['moss'],
        [],
      ]);
    });

    test('begin with jobs that were delayed before', async () => {
      const broker = await connect();
      const claims = claimsOf(broker);
      await start(broker, ['fern', 'ivy']);
      const { jobs } = await claims.claim({ token: 'a', limit: 2 });
      const [fern, ivy] = jobs;
      await start(broker, ['moss']);
      const now = Date.now();
      const delayed = [fern!, ivy!].map((job) => ({ job, dueAt: now + 20 }));
      expect(await claims.delay(delayed)).toEqual([]);
      expect(await countJobs(broker)).toMatchObject({ active: 0, delayed: 2, prioritized: 1 });
      await waitFor(() => Date.now() > now + 20);
      const again = await claims.claim({ token: 'b', limit: 3 });
      expect(again.jobs.map(({ id }) => id)).toEqual(['fern', 'ivy', 'moss']);
    });

    test('delay no job whose lock another worker has', async () => {
      const broker = await connect();
      await start(broker, ['fern', 'ivy']);
      const claims = claimsOf(broker);
      const { jobs } = await claims.claim({ token: 'a', limit: 2 });
      const dueAt = Date.now() + 60_000;
      const [fern, ivy] = jobs;
      const lost = await claims.delay([
        { job: { ...fern!, token: 'b' }, dueAt },
        { job: ivy!, dueAt },
      ]);
      expect(lost).toEqual(['fern']);
      expect(await countJobs(broker)).toMatchObject({ active: 1, delayed: 1 });
      expect(await claims.delay([{ job: ivy!, dueAt }])).toEqual(['ivy']);
    });

    test('are empty while the queue is paused', async () => {
      const broker = await connect();
      await start(broker, ['fern']);
      await broker.queue('watering').pause();
      const claims = claimsOf(broker);
      expect((await claims.claim({ token: 'a', limit: 1 })).jobs).toEqual([]);
      await broker.queue('watering').resume();
      expect((await claims.claim({ token: 'a', limit: 1 })).jobs).toHaveLength(1);
    });

    test('wait for a job, and remove it', async () => {
      const broker = await connect();
      const claims = claimsOf(broker);
      const next = claims.claimNext({ token: 'a', limit: 10 });
      await start(broker, ['fern']);
      const claimed = await next;
      const jobs = claimed.length > 0 ? claimed : await claims.claimNext({ token: 'b', limit: 10 });
      expect(jobs.map(({ id }) => id)).toEqual(['fern']);
      await claims.remove(jobs);
      expect(await countJobs(broker)).toEqual({ wait: 0, prioritized: 0, active: 0, delayed: 0 });
      expect(await broker.queue('watering').getJob('fern')).toBeUndefined();
    });
  });
