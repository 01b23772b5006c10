import { expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { describeOverCluster } from '../testing/backends.js';
import { createGarden, sizesOfShards } from '../testing/sharded.js';
import { slotOf } from './placement.js';

describeOverCluster(({ connect }, cluster) => {
  test('shards are changed while schedules run: none is lost, and none overlaps itself', async () => {
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

  test('shards are on all masters', async () => {
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
