import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import type { Suite } from '../backends.js';
import { createScheduler, startScheduleWorker, type Schedule } from '../../jobs/schedule.js';

export const testSchedules: Suite = ({ connect }) =>
  describe('a schedule', () => {
    const watering: Schedule<{ plant: string }> = {
      queue: 'watering',
      data: z.object({ plant: z.string() }),
    };

    test('comes back, never overlaps itself, and ends when its run says so', async () => {
      let runs = 0;
      let running = 0;
      let overlapped = false;
      const broker = await connect();
      startScheduleWorker(broker, watering, {
        run: async () => {
          running += 1;
          overlapped ||= running > 1;
          await new Promise((resolve) => setTimeout(resolve, 30));
          running -= 1;
          runs += 1;
          return runs === 5 ? 'ended' : { afterMs: 10.5 };
        },
        concurrency: 10,
        onFailure: () => undefined,
        retryMs: 10,
      });
      const plants = createScheduler(await connect(), watering);
      await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
      await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
      await waitFor(async () => {
        const { waiting, active, delayed } = await broker.queue('watering').getJobCounts();
        return runs === 5 && waiting === 0 && active === 0 && delayed === 0;
      });
      expect(overlapped).toBe(false);
    });

    test('goes on after a run that threw', async () => {
      let runs = 0;
      const failures: string[] = [];
      startScheduleWorker(await connect(), watering, {
        run: async () => {
          runs += 1;
          if (runs < 3) throw new Error('dry');
          return 'ended';
        },
        concurrency: 1,
        onFailure: (_error, id) => failures.push(id),
        retryMs: 10,
      });
      await createScheduler(await connect(), watering).start([
        { id: 'fern', data: { plant: 'f' } },
      ]);
      await waitFor(() => runs === 3);
      expect(failures).toEqual(['fern', 'fern']);
    });

    test('tells a run what the one before it left unfinished', async () => {
      const unfinished: boolean[] = [];
      startScheduleWorker(await connect(), watering, {
        async run(_data, { isUnfinished }) {
          unfinished.push(isUnfinished);
          if (unfinished.length === 1) throw new Error('dry');
          if (unfinished.length === 5) return 'ended';
          return { afterMs: 1, isUnfinished: unfinished.length === 2 };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await createScheduler(await connect(), watering).start([
        { id: 'fern', data: { plant: 'f' } },
      ]);
      await waitFor(() => unfinished.length === 5);
      expect(unfinished).toEqual([false, true, true, false, false]);
    });

    test('tells its first run that it may be the next after one that was cut off', async () => {
      const unfinished = new Map<string, boolean>();
      startScheduleWorker(await connect(), watering, {
        async run({ plant }, { isUnfinished }) {
          unfinished.set(plant, isUnfinished);
          return 'ended';
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await createScheduler(await connect(), watering).start([
        { id: 'fern', data: { plant: 'fern' }, isUnfinished: true },
        { id: 'ivy', data: { plant: 'ivy' } },
      ]);
      await waitFor(() => unfinished.size === 2);
      expect(Object.fromEntries(unfinished)).toEqual({ fern: true, ivy: false });
    });

    test('that has run before comes before those that were just started', async () => {
      const order: string[] = [];
      const scheduler = createScheduler(await connect(), watering);
      const start = (...ids: string[]) =>
        scheduler.start(ids.map((id) => ({ id, data: { plant: id } })));
      startScheduleWorker(await connect(), watering, {
        async run({ plant }) {
          order.push(plant);
          if (order.length > 1) return 'ended';
          await start('moss', 'ivy');
          return { afterMs: 0 };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await start('fern');
      await waitFor(() => order.length === 4);
      expect(order).toEqual(['fern', 'fern', 'moss', 'ivy']);
    });

    test('is missing until it is started', async () => {
      const scheduler = createScheduler(await connect(), watering);
      expect(await scheduler.findMissing(['fern', 'moss'])).toEqual(['fern', 'moss']);
      await scheduler.start([{ id: 'fern', data: { plant: 'fern' } }]);
      expect(await scheduler.findMissing(['fern', 'moss'])).toEqual(['moss']);
    });

    test('tells when it ran last and runs next', async () => {
      const scheduler = createScheduler(await connect(), watering);
      const before = Date.now();
      let duringRun: { lastRun?: Date; nextRun?: Date } | undefined;
      startScheduleWorker(await connect(), watering, {
        run: async () => {
          duringRun = (await scheduler.readTimes(['fern'])).get('fern');
          return { afterMs: 60_000 };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      expect(await scheduler.readTimes(['moss'])).toEqual(new Map());
      await scheduler.start([{ id: 'fern', data: { plant: 'fern' }, delayMs: 50 }]);
      const { lastRun, nextRun } = await waitFor(async () => {
        const times = (await scheduler.readTimes(['fern', 'moss'])).get('fern');
        return times?.lastRun && times.nextRun && times;
      });
      expect(lastRun!.getTime()).toBeGreaterThanOrEqual(before);
      expect(duringRun).toEqual({ lastRun });
      expect(nextRun!.getTime()).toBeGreaterThanOrEqual(lastRun!.getTime() + 60_000);
      expect(nextRun!.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    });

    test('that is to run now while it runs, runs once more right after', async () => {
      const plants = createScheduler(await connect(), watering);
      let runs = 0;
      let accepted: boolean[] = [];
      startScheduleWorker(await connect(), watering, {
        async run() {
          runs += 1;
          if (runs === 1) accepted = [await plants.runNow('fern'), await plants.runNow('fern')];
          return { afterMs: 3_600_000 };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      expect(await plants.runNow('fern')).toBe(false);
      await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
      const nextRun = () =>
        waitFor(async () => (await plants.readTimes(['fern'])).get('fern')?.nextRun?.getTime());
      await waitFor(() => runs === 2);
      expect(accepted).toEqual([true, true]);
      expect(await nextRun()).toBeGreaterThan(Date.now() + 3_000_000);
      expect(runs).toBe(2);
      expect(await plants.runNow('fern')).toBe(true);
      await waitFor(() => runs === 3);
    });

    test('that is to run now while its last run ends, runs once more', async () => {
      const broker = await connect();
      const plants = createScheduler(await connect(), watering);
      const accepted: boolean[] = [];
      startScheduleWorker(broker, watering, {
        async run() {
          if (accepted.length < 2) accepted.push(await plants.runNow('fern'));
          else accepted.push(false);
          return 'ended';
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
      await waitFor(async () => (await plants.findMissing(['fern'])).length === 1);
      expect(accepted).toEqual([true, true, false]);
      expect(await broker.queue('watering').getJobCounts('wait', 'active', 'delayed')).toEqual({
        wait: 0,
        active: 0,
        delayed: 0,
      });
    });

    test('that is stopped while it waits does not come back', async () => {
      let runs = 0;
      const broker = await connect();
      startScheduleWorker(broker, watering, {
        run: async () => {
          runs += 1;
          return { afterMs: 60_000 };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      const plants = createScheduler(await connect(), watering);
      await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
      await waitFor(async () => (await broker.queue('watering').getDelayedCount()) === 1);
      await plants.stop('fern');
      expect(await broker.queue('watering').getDelayedCount()).toBe(0);
      expect(runs).toBe(1);
    });
  });
