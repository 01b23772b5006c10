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
