import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import type { Broker } from '../../broker.js';
import { createJobQueue, startJobWorker } from '../../jobs/durable.js';
import { createScheduler } from '../../jobs/schedule.js';
import { connectRpcClient } from '../../calls/client.js';
import type { Suite } from '../backends.js';
import { cleaning, createGarden, greeting, serveGreetings, watering } from '../sharded.js';

const greetAll = async (broker: Broker, count: number) => {
  const call = await connectRpcClient(broker, greeting);
  const names = Array.from({ length: count }, (_, index) => `guest-${index}`);
  return Promise.all(names.map((name) => call('greet', { name })));
};

const rooms = Array.from({ length: 40 }, (_, index) => `room-${index}`);

export const testShards: Suite = ({ connect }) =>
  describe('queues with shards', () => {
    test.each([1, 4])('carry calls, jobs, schedules and hints with %d shards', async (shards) => {
      const [one, other] = [await connect({ shards }), await connect({ shards })];
      serveGreetings(one);
      expect(await greetAll(other, 300)).toHaveLength(300);

      const cleaned: string[] = [];
      startJobWorker(one, cleaning, {
        handle: async ({ room }, { number }) => {
          if (number === 1) throw new Error('It is locked.');
          cleaned.push(room);
        },
        concurrency: 4,
        onFailure: () => undefined,
        onDeadLetter: async () => undefined,
      });
      const jobs = createJobQueue(other, cleaning);
      await jobs.addAll(rooms.map((room) => ({ id: room, data: { room } })));
      const attempt = jobs.attempt('attic', { room: 'attic' }, { timeoutMs: 30_000 });
      await expect(attempt).rejects.toMatchObject({ code: 'internal' });
      await jobs.addOrRunNow('attic', { room: 'attic' });
      await waitFor(() => cleaned.length === rooms.length + 1);
      expect(cleaned.toSorted()).toEqual([...rooms, 'attic'].toSorted());

      const garden = createGarden(20);
      garden.work(one);
      garden.work(other);
      await garden.start(other);
      await waitFor(garden.wateredAgain(5));
      expect([...garden.overlapped]).toEqual([]);

      const received: unknown[] = [];
      await one.hints.subscribe('doors', (data) => received.push(data));
      await waitFor(async () => {
        await other.hints.publish('doors', { door: 1 });
        return received.length > 0;
      });
    });

    test('know their jobs whichever shard has them', async () => {
      const few = await connect({ shards: 1 });
      const garden = createGarden(20);
      const scheduler = createScheduler(few, watering);
      await scheduler.start(
        garden.plants.map((plant) => ({ id: plant, data: { plant }, delayMs: 3_600_000 })),
      );
      const many = await connect({ shards: 4 });
      const later = createScheduler(many, watering);
      await waitFor(() => many.shards.served(watering.queue) === many.shards.current());
      expect(await later.findMissing([...garden.plants, 'moss'])).toEqual(['moss']);
      expect((await later.readTimes(garden.plants)).size).toBe(20);
      await garden.start(many);
      expect((await many.countJobs(watering.queue)).delayed).toBe(20);
      expect(await later.runNow('plant-1')).toBe(true);
      await later.stop('plant-1');
      expect(await later.findMissing(['plant-1', 'plant-2'])).toEqual(['plant-1']);
    });
  });
