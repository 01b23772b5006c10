import { describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import type { Suite } from '../backends.js';
import {
  createJobQueue,
  startJobWorker,
  type Attempt,
  type DurableJob,
} from '../../jobs/durable.js';

export const testDurableJobs: Suite = ({ connect }) =>
  describe('a durable job', () => {
    const cleaning: DurableJob<{ room: string }> = {
      queue: 'cleaning',
      data: z.object({ room: z.string() }),
      attempts: 3,
      backoff: { firstMs: 60_000, maxMs: 60_000 },
    };
    const onDeadLetter = async () => undefined;
    const busy = new Problem('unavailable', 'Somebody is in there.');

    test('that fails tells the waiting request at once, and runs again when asked', async () => {
      let free = false;
      const failures: number[] = [];
      startJobWorker(await connect(), cleaning, {
        handle: async () => {
          if (!free) throw busy;
        },
        concurrency: 1,
        onFailure: (_error, _id, attempt) => failures.push(attempt),
        onDeadLetter,
      });
      const jobs = createJobQueue(await connect(), cleaning);
      const attempt = () => jobs.attempt('kitchen', { room: 'kitchen' }, { timeoutMs: 30_000 });
      await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
      await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
      free = true;
      await expect(attempt()).resolves.toBeUndefined();
      expect(failures).toEqual([1, 2]);
    });

    test('whose attempts are used up rests, and is started anew when asked', async () => {
      let free = false;
      const attempts: Attempt[] = [];
      const broker = await connect();
      startJobWorker(
        broker,
        { ...cleaning, attempts: 1 },
        {
          handle: async (_data, made) => {
            attempts.push(made);
            if (!free) throw busy;
          },
          concurrency: 1,
          onFailure: () => undefined,
          onDeadLetter,
        },
      );
      const jobs = createJobQueue(await connect(), { ...cleaning, attempts: 1 });
      const attempt = () => jobs.attempt('attic', { room: 'attic' }, { timeoutMs: 30_000 });
      await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
      await waitFor(async () => (await broker.queue('cleaning').getFailedCount()) === 1);
      free = true;
      await expect(attempt()).resolves.toBeUndefined();
      expect(await broker.queue('cleaning').getJobCounts()).toMatchObject({ failed: 0 });
      const first = { number: 1, isLast: true };
      expect(attempts).toEqual([first, first]);
    });

    test('whose attempt does not end in time stays, and the waiting request is told', async () => {
      const jobs = createJobQueue(await connect(), cleaning);
      const attempt = jobs.attempt('attic', { room: 'attic' }, { timeoutMs: 50 });
      await expect(attempt).rejects.toMatchObject({ code: 'timeout' });
      expect(await jobs.findMissing(['attic'])).toEqual([]);
    }, 30_000);

    test('is missing until it is added', async () => {
      const jobs = createJobQueue(await connect(), cleaning);
      const entries = ['attic', 'cellar'].map((room) => ({ id: room, data: { room } }));
      expect(await jobs.findMissing(['attic', 'cellar', 'hall'])).toHaveLength(3);
      await jobs.addAll(entries);
      await jobs.addAll(entries);
      expect(await jobs.findMissing(['attic', 'cellar'])).toEqual([]);
      expect(await jobs.findMissing(['attic', 'cellar', 'hall'])).toEqual(['hall']);
    });

    test('is retried by itself after its backoff', async () => {
      let runs = 0;
      const quick = { ...cleaning, backoff: { firstMs: 50, maxMs: 100 } };
      startJobWorker(await connect(), quick, {
        handle: async () => {
          runs += 1;
          if (runs < 3) throw busy;
        },
        concurrency: 1,
        onFailure: () => undefined,
        onDeadLetter,
      });
      await createJobQueue(await connect(), quick).add('hall', { room: 'hall' });
      await waitFor(() => runs === 3);
    });
  });
