import { expect, test } from '@jest/globals';
import { agreedShardOf, shardOf, slotOf, taggedPrefix } from './placement.js';

const ids = Array.from({ length: 10_000 }, (_, index) => `client-${index}`);

test.each([1, 2, 3, 4, 7, 64])('ids are spread evenly over %d shards', (count) => {
  const sizes = new Array<number>(count).fill(0);
  for (const id of ids) sizes[shardOf(id, count)]! += 1;
  const fair = ids.length / count;
  for (const size of sizes) expect(Math.abs(size - fair)).toBeLessThan(5 * Math.sqrt(fair));
});

test('an id has a shard only where all counts agree about it', () => {
  for (const id of ids.slice(0, 100)) {
    const [few, many] = [shardOf(id, 2), shardOf(id, 4)];
    expect(agreedShardOf(id, [4])).toBe(many);
    expect(agreedShardOf(id, [2, 4])).toBe(few === many ? few : undefined);
  }
});

test('a slot is what the specification of Redis Cluster says', () => {
  // The check value of CRC16/XMODEM, and what CLUSTER KEYSLOT answers.
  expect(slotOf('123456789')).toBe(0x31c3);
  expect(slotOf('somekey')).toBe(11_058);
});

test.each(['polls', 'units', 'deliveries'])(
  'the shards of %s are shared equally by the masters, however many there are',
  (queue) => {
    const slotOfShard = (shard: number) =>
      slotOf(taggedPrefix('trellis', queue, shard).slice(1, -1));
    for (const masters of [2, 3, 4, 5, 8]) {
      for (const shards of [masters, 2 * masters, 16]) {
        const counts = new Array<number>(masters).fill(0);
        for (let shard = 0; shard < shards; shard += 1) {
          counts[Math.floor((slotOfShard(shard) / 16_384) * masters)]! += 1;
        }
        expect(Math.max(...counts)).toBeLessThanOrEqual(Math.ceil(shards / masters) + 1);
      }
    }
  },
);

test('each shard has a hash tag of its own', () => {
  const prefixes = ['polls', 'units'].flatMap((queue) =>
    [0, 1, 2, 3].map((shard) => taggedPrefix('trellis', queue, shard)),
  );
  expect(new Set(prefixes).size).toBe(prefixes.length);
  for (const prefix of prefixes) expect(prefix).toMatch(/^\{trellis:(polls|units):\d+\.\d+\}$/);
});
