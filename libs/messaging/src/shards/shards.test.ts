import { expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import type { Broker } from '../broker.js';
import { createHintSubscriber, publishHint } from '../hints.js';
import { createJobQueue, startJobWorker } from '../jobs/durable.js';
import { createScheduler } from '../jobs/schedule.js';
import { connectRpcClient } from '../rpc/call.js';
import { describeOverBackends, describeOverCluster } from '../testing/backends.js';
import {
  cleaning,
  createGarden,
  greeting,
  serveGreetings,
  sizesOfShards,
  watering,
} from '../testing/sharded.js';
import { slotOf } from './placement.js';

const greetAll = async (broker: Broker, count: number) => {
  const call = await connectRpcClient(broker, greeting);
  const names = Array.from({ length: count }, (_, index) => `guest-${index}`);
  return Promise.all(names.map((name) => call('greet', { name })));
};

const rooms = Array.from({ length: 40 }, (_, index) => `room-${index}`);

describeOverBackends('queues with shards', (connect) => {
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
      onSetAside: async () => undefined,
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

    const heard: unknown[] = [];
    await createHintSubscriber(one)('doors', (data) => heard.push(data));
    await waitFor(async () => {
      await publishHint(other, 'doors', { door: 1 });
      return heard.length > 0;
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

describeOverCluster('shards', (connect, _address, cluster) => {
  test('are changed while schedules run: none is lost, and none overlaps itself', async () => {
    const garden = createGarden(40);
    const few = await connect({ shards: 1 });
    garden.work(few);
    await garden.start(few);
    await waitFor(garden.wateredAgain(2));

    const many = await connect({ shards: 4 });
    garden.work(many);
    await waitFor(async () => (await sizesOfShards(few, 'watering', 4)).every((size) => size > 0), {
      what: 'schedules in every shard',
    });
    await waitFor(garden.wateredAgain(10), { what: 'runs with four shards' });
    const sizes = await sizesOfShards(few, 'watering', 4);
    expect(Math.max(...sizes)).toBeLessThan(40);

    await many.close();
    await waitFor(
      async () => {
        const [, ...others] = await sizesOfShards(few, 'watering', 4);
        return others.every((size) => size === 0);
      },
      { what: 'empty shards' },
    );
    await waitFor(garden.wateredAgain(5), { what: 'runs with one shard' });
    expect(await sizesOfShards(few, 'watering', 1)).toEqual([40]);
    expect([...garden.overlapped]).toEqual([]);
  });

  test('are on all masters', async () => {
    const broker = await connect({ shards: 3 });
    const slots = await Promise.all(
      [0, 1, 2].map(async (shard) => {
        const key = broker.queue('watering', shard).toKey('wait');
        const client = await broker.queue('watering', shard).getBackend().client;
        const slot = (await (
          client as never as { cluster: (...args: string[]) => unknown }
        ).cluster('KEYSLOT', key)) as number;
        expect(slotOf(key.slice(1, key.indexOf('}')))).toBe(slot);
        return Math.floor((slot * 3) / 16_384);
      }),
    );
    expect(new Set(slots).size).toBe(cluster().masters.length);
  });
});
