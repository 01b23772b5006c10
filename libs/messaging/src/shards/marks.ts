import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';

/** Numbers of shards, which all processes learn within seconds. */
export interface ShardCounts {
  /** Returns the number of shards that new jobs go to: the first ones. */
  current(): number;
  /** Returns the number of shards of a queue that may hold jobs and are therefore served: the first ones. */
  served(queue: string): number;
  /** Declares a queue as sharded, before this process adds jobs to it or works on them. */
  use(queue: string): void;
  /** Calls a function every few seconds, even if nothing has changed, until this is closed. */
  onRefresh(refresh: () => void): void;
  /** Stops serving all but the first `count` shards of a queue, if new jobs have long gone only to those. */
  retire(queue: string, count: number): Promise<void>;
  /** Withdraws the claim of this process. */
  close(): Promise<void>;
}

/** Counts where every queue has one shard. */
export const singleShards: ShardCounts = {
  current: () => 1,
  served: () => 1,
  use: () => undefined,
  onRefresh: () => undefined,
  retire: async () => undefined,
  close: async () => undefined,
};

/**
 * Each shard of a queue has a mark, in its own slot, with the number of shards by which it decides which jobs are its
 * own. It does not run the others. While the number changes, the mark contains both numbers, and a job for which they
 * disagree runs nowhere. So no job runs in two shards, in whatever order they learn of the change.
 */
export interface ShardMarks {
  /** Reads the mark of a shard; an empty one is the same as `1`. */
  read(shard: Queue): Promise<string>;
  /** Replaces a mark unless it has changed since it was read; returns whether it did. */
  replace(shard: Queue, from: string, to: string): Promise<boolean>;
}

/** Marks where each queue has one shard. */
export const singleShardMarks: ShardMarks = {
  read: async () => '1',
  replace: async () => true,
};

const parsed = new Map<string, readonly number[]>();

/** Returns the numbers of shards in a mark, such as 1 and 4 in `1,4 9f86d081`. */
export function parseCounts(mark: string): readonly number[] {
  const numbers = mark.split(' ', 1)[0] || '1';
  let counts = parsed.get(numbers);
  if (!counts) {
    counts = numbers.split(',').map(Number);
    parsed.set(numbers, counts);
  }
  return counts;
}

/** Creates a unique mark, so that one that was replaced twice does not look unchanged. */
const markOf = (counts: Iterable<number>): string =>
  `${[...counts].sort((one, other) => one - other).join()} ${randomUUID().slice(0, 8)}`;

/**
 * Marks all shards with a number of shards; returns whether it succeeded. When several processes try at once, one of
 * them succeeds. It also completes what a process that died has left half done.
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
