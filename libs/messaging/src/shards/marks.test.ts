import { expect, test } from '@jest/globals';
import type { Queue } from 'bullmq';
import { markShards, parseCounts, type ShardMarks } from './marks.js';
import { agreedShardOf } from './placement.js';

const ids = Array.from({ length: 60 }, (_, index) => `client-${index}`);
const shards = [0, 1, 2, 3, 4] as unknown as Queue[];

/** Marks in memory; a process loses its turn at every step, and others go on in any order. */
function marksInMemory() {
  const marks = shards.map(() => '');
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
  const access: ShardMarks = {
    async read(shard) {
      await turn();
      return marks[shard as unknown as number]!;
    },
    async replace(shard, from, to) {
      await turn();
      const index = shard as unknown as number;
      if (marks[index] !== from) return false;
      marks[index] = to;
      return true;
    },
  };
  return { marks, waiting, access };
}

/** A sequence of numbers below one that is the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const runsIn = (marks: string[], id: string) =>
  marks.flatMap((mark, shard) => (agreedShardOf(id, parseCounts(mark)) === shard ? [shard] : []));

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'while processes change the number of shards at once, nothing runs in two (%d)',
  async (seed) => {
    const random = randomOf(seed);
    const { marks, waiting, access } = marksInMemory();
    const process = async (counts: number[]) => {
      for (const count of counts) await markShards(access, shards, count);
    };
    const changes = [[4, 1, 5], [4, 2], [3, 5, 1], [2]].map(process);
    let isDone = false;
    let known = '';
    const all = Promise.all(changes).then(() => (isDone = true));
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.();
      if (marks.join() === known) continue;
      known = marks.join();
      for (const id of ids) expect(runsIn(marks, id).length).toBeLessThanOrEqual(1);
    }
    await all;

    const last = markShards(access, shards, 4);
    for (let isMarked = false; !isMarked;) {
      void last.then(() => (isMarked = true));
      await new Promise((resolve) => setImmediate(resolve));
      for (const proceed of waiting.splice(0)) proceed();
    }
    expect(await last).toBe(true);
    for (const id of ids) expect(runsIn(marks, id)).toHaveLength(1);
  },
);

test('a queue that has had one shard only is left as it is', async () => {
  const access: ShardMarks = {
    read: async () => '',
    replace: async () => {
      throw new Error('It is replaced.');
    },
  };
  expect(await markShards(access, shards.slice(0, 1), 1)).toBe(true);
});
