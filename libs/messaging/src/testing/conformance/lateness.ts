import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import type { Suite } from '../backends.js';
import { createScheduler, startScheduleWorker, type Schedule } from '../../jobs/schedule.js';

const hourMs = 3_600_000;

export const testLateness: Suite = ({ connect }) =>
  describe('a run', () => {
    const watering: Schedule<{ plant: string }> = {
      queue: 'watering',
      data: z.object({ plant: z.string() }),
    };
    const start = async (delayMs?: number) => {
      const scheduler = createScheduler(await connect(), watering);
      await scheduler.start([{ id: 'fern', data: { plant: 'fern' }, ...(delayMs && { delayMs }) }]);
      return scheduler;
    };

    test('knows how long after its time it starts, the first one and each that was put off', async () => {
      const latenesses: number[] = [];
      const starts: number[] = [];
      let endedAt = 0;
      const broker = await connect();
      await start(20);
      // No worker runs yet.
      await new Promise((resolve) => setTimeout(resolve, 320));
      startScheduleWorker(broker, watering, {
        async run(_, __, latenessMs) {
          latenesses.push(latenessMs);
          starts.push(Date.now());
          // The duration of a run does not make the next one late: its delay starts when the run ends.
          await new Promise((resolve) => setTimeout(resolve, 400));
          endedAt ||= Date.now();
          return { afterMs: latenesses.length === 1 ? 5 : hourMs };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await waitFor(() => latenesses.length === 2);
      expect(latenesses[0]).toBeGreaterThanOrEqual(295);
      expect(latenesses[1]).toBeLessThanOrEqual(starts[1]! - endedAt);
    });

    test('that is started before its time is not late', async () => {
      const latenesses: number[] = [];
      const broker = await connect();
      const scheduler = await start();
      startScheduleWorker(broker, watering, {
        async run(_, __, latenessMs) {
          latenesses.push(latenessMs);
          return { afterMs: hourMs };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await waitFor(async () => {
        const times = await scheduler.readTimes(['fern']);
        return (times.get('fern')?.nextRun?.getTime() ?? 0) > Date.now() + hourMs / 2;
      });
      await scheduler.runNow('fern');
      await waitFor(() => latenesses.length === 2);
      expect(latenesses[1]).toBe(0);
    });
  });
