import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import { connectBroker } from '../../broker.js';
import type { Suite } from '../backends.js';
import {
  createScheduler,
  startScheduleWorker,
  type NextRun,
  type Schedule,
} from '../../jobs/schedule.js';

const watering: Schedule<{ plant: string }> = {
  queue: 'watering',
  data: z.object({ plant: z.string() }),
};
const plants = ['fern', 'ivy', 'moss', 'reed', 'sage'];
const entries = plants.map((plant) => ({ id: plant, data: { plant } }));

export const testScheduleWorkers: Suite = ({ connect, address }) =>
  describe('a worker of schedules', () => {
    test('runs no more at once than its concurrency, and each in its turn', async () => {
      const running: { plant: string; end: (next: NextRun) => void }[] = [];
      const ran: string[] = [];
      startScheduleWorker(await connect(), watering, {
        run: ({ plant }) =>
          new Promise((resolve) => {
            ran.push(plant);
            running.push({ plant, end: resolve });
          }),
        concurrency: 2,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await createScheduler(await connect(), watering).start(entries);
      for (let count = 2; count <= plants.length; count += 1) {
        await waitFor(() => ran.length === count);
        expect(running.length).toBeLessThanOrEqual(2);
        running.shift()!.end({ afterMs: 60_000 });
      }
      running.shift()!.end({ afterMs: 60_000 });
      expect(ran).toEqual(plants);
    });

    test('that is closed ends what it runs, puts it off, and begins nothing else', async () => {
      const ends: (() => void)[] = [];
      const broker = await connectBroker(address());
      startScheduleWorker(broker, watering, {
        run: () => new Promise((resolve) => ends.push(() => resolve({ afterMs: 60_000 }))),
        concurrency: 3,
        onFailure: () => undefined,
        retryMs: 10,
      });
      const other = await connect();
      await createScheduler(other, watering).start(entries);
      await waitFor(() => ends.length === 3);
      const closing = broker.close();
      for (const end of ends) end();
      await closing;
      expect(ends).toHaveLength(3);
      const counts = await other.queue('watering').getJobCounts('prioritized', 'active', 'delayed');
      expect(counts).toEqual({ prioritized: 2, active: 0, delayed: 3 });
    });

    test('wakes when a schedule becomes due earlier than all others', async () => {
      const ran: string[] = [];
      startScheduleWorker(await connect(), watering, {
        async run({ plant }) {
          ran.push(plant);
          return { afterMs: 600_000 };
        },
        concurrency: 2,
        onFailure: () => undefined,
        retryMs: 10,
      });
      const scheduler = createScheduler(await connect(), watering);
      await scheduler.start([{ id: 'fern', data: { plant: 'fern' } }]);
      await waitFor(() => ran.length === 1);
      await waitFor(() => scheduler.runNow('fern'));
      await waitFor(() => ran.length === 2);
      await scheduler.start([{ id: 'ivy', data: { plant: 'ivy' }, delayMs: 50 }]);
      await waitFor(() => ran.length === 3);
      expect(ran).toEqual(['fern', 'fern', 'ivy']);
    });
  });
