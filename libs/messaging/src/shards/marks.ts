import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';

/**
 * Each shard of a queue has a mark of its own, in its slot, that says by how many shards it goes. What belongs
 * elsewhere by the mark is not run there. While the number changes the mark names both, and what belongs to
 * different shards by them is run nowhere: so nothing is run in two shards, whatever the order in which
 * they learn of the change.
 */
export interface ShardMarks {
  /** Reads the mark of a shard; empty if it has none, which is the same as `1`. */
  read(shard: Queue): Promise<string>;
  /** Replaces a mark unless it has changed since it was read; says whether it did. */
  replace(shard: Queue, from: string, to: string): Promise<boolean>;
}

/** Marks where each queue has one shard. */
export const singleShardMarks: ShardMarks = {
  read: async () => '1',
  replace: async () => true,
};

const parsed = new Map<string, readonly number[]>();

/** The numbers of shards that a mark names, such as 1 and 4 in `1,4 9f86d081`. */
export function parseCounts(mark: string): readonly number[] {
  const numbers = mark.split(' ', 1)[0] || '1';
  let counts = parsed.get(numbers);
  if (!counts) {
    counts = numbers.split(',').map(Number);
    parsed.set(numbers, counts);
  }
  return counts;
}

/** No two marks are the same, so that one that was replaced twice is not taken for unchanged. */
const markOf = (counts: Iterable<number>): string =>
  `${[...counts].sort((one, other) => one - other).join()} ${randomUUID().slice(0, 8)}`;

/**
 * Has all shards go by a number of shards; says whether they do. Several processes may try at once: one of
 * them succeeds, and what one that has ended has left undone is completed.
 */
export async function markShards(
  marks: ShardMarks,
  shards: Queue[],
  count: number,
): Promise<boolean> {
  const found = await Promise.all(shards.map((shard) => marks.read(shard)));
  const counts = new Set([...found.flatMap(parseCounts), count]);
  if (counts.size === 1) return true;
  const all = markOf(counts);
  for (const [index, shard] of shards.entries()) {
    if (!(await marks.replace(shard, found[index]!, all))) return false;
  }
  for (const shard of shards) {
    if (!(await marks.replace(shard, all, markOf([count])))) return false;
  }
  return true;
}
