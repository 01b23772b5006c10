import { expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { Worker } from 'bullmq';
import { z } from 'zod';
import type { Broker } from '../broker.js';
import { createScheduler, type Schedule } from '../jobs/schedule.js';
import { describeOverBackends } from '../testing/backends.js';

const watering: Schedule<{ plant: string }> = {
  queue: 'watering',
  data: z.object({ plant: z.string() }),
};

const start = (broker: Broker, plants: string[], delayMs = 0) =>
  createScheduler(broker, watering).start(
    plants.map((plant) => ({ id: plant, data: { plant }, delayMs })),
  );

/** The jobs of the queue, without a worker that works on them. */
const jobSets = (broker: Broker) => broker.workerOf(Worker, 'watering', {}).jobs;

const countJobs = (broker: Broker) =>
  broker.queue('watering').getJobCounts('wait', 'prioritized', 'active', 'delayed');

describeOverBackends('sets of jobs', (connect) => {
  test('hold the jobs that are due, and say when the next one is', async () => {
    const broker = await connect();
    const before = Date.now();
    await start(broker, ['moss'], 60_000);
    await start(broker, ['fern', 'ivy']);
    const { jobs, nextAt } = await jobSets(broker).take({ token: 'a', limit: 10 });
    expect(jobs.map(({ id, data }) => [id, data])).toEqual([
      ['fern', { plant: 'fern' }],
      ['ivy', { plant: 'ivy' }],
    ]);
    expect(nextAt).toBeGreaterThanOrEqual(before + 60_000);
    expect(nextAt).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(await countJobs(broker)).toMatchObject({ active: 2, delayed: 1, prioritized: 0 });
  });

  test('hold no more than their limit, and no job twice', async () => {
    const broker = await connect();
    await start(broker, ['fern', 'ivy', 'moss']);
    const sets = jobSets(broker);
    const taken = [
      await sets.take({ token: 'a', limit: 2 }),
      await sets.take({ token: 'b', limit: 2 }),
      await sets.take({ token: 'c', limit: 2 }),
    ];
    expect(taken.map(({ jobs }) => jobs.map(({ id }) => id))).toEqual([
      ['fern', 'ivy'],
      ['moss'],
      [],
    ]);
  });

  test('begin with what was put off before', async () => {
    const broker = await connect();
    const sets = jobSets(broker);
    await start(broker, ['fern', 'ivy']);
    const { jobs } = await sets.take({ token: 'a', limit: 2 });
    const [fern, ivy] = jobs;
    await start(broker, ['moss']);
    const now = Date.now();
    const putOff = [fern!, ivy!].map((job) => ({ job, dueAt: now + 20 }));
    expect(await sets.putOff(putOff)).toEqual([]);
    expect(await countJobs(broker)).toMatchObject({ active: 0, delayed: 2, prioritized: 1 });
    await waitFor(() => Date.now() > now + 20);
    const again = await sets.take({ token: 'b', limit: 3 });
    expect(again.jobs.map(({ id }) => id)).toEqual(['fern', 'ivy', 'moss']);
  });

  test('put off no job whose lock another worker has', async () => {
    const broker = await connect();
    await start(broker, ['fern', 'ivy']);
    const sets = jobSets(broker);
    const { jobs } = await sets.take({ token: 'a', limit: 2 });
    const dueAt = Date.now() + 60_000;
    const [fern, ivy] = jobs;
    const lost = await sets.putOff([
      { job: { ...fern!, token: 'b' }, dueAt },
      { job: ivy!, dueAt },
    ]);
    expect(lost).toEqual(['fern']);
    expect(await countJobs(broker)).toMatchObject({ active: 1, delayed: 1 });
    expect(await sets.putOff([{ job: ivy!, dueAt }])).toEqual(['ivy']);
  });

  test('are empty while the queue is paused', async () => {
    const broker = await connect();
    await start(broker, ['fern']);
    await broker.queue('watering').pause();
    const sets = jobSets(broker);
    expect((await sets.take({ token: 'a', limit: 1 })).jobs).toEqual([]);
    await broker.queue('watering').resume();
    expect((await sets.take({ token: 'a', limit: 1 })).jobs).toHaveLength(1);
  });

  test('are waited for, and removed', async () => {
    const broker = await connect();
    const sets = jobSets(broker);
    const next = sets.takeNext({ token: 'a', limit: 10 });
    await start(broker, ['fern']);
    const taken = await next;
    const jobs = taken.length > 0 ? taken : await sets.takeNext({ token: 'b', limit: 10 });
    expect(jobs.map(({ id }) => id)).toEqual(['fern']);
    await sets.drop(jobs);
    expect(await countJobs(broker)).toEqual({ wait: 0, prioritized: 0, active: 0, delayed: 0 });
    expect(await broker.queue('watering').getJob('fern')).toBeUndefined();
  });
});
