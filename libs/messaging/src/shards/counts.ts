/** How many shards there are, of which all processes learn within seconds. */
export interface ShardCounts {
  /** How many shards new jobs go to: the first ones. */
  current(): number;
  /** How many shards of a queue may hold jobs, and are therefore served: the first ones. */
  served(queue: string): number;
  /** Says that a queue has shards, before this process adds jobs to it or works on them. */
  use(queue: string): void;
  /** Calls a function every few seconds, whatever has changed, until this is closed. */
  onRefresh(refresh: () => void): void;
  /** Has only the first `count` shards of a queue served, if that is all that new jobs have long gone to. */
  retire(queue: string, count: number): Promise<void>;
  /** Ends the claim of this process. */
  close(): Promise<void>;
}

/** Queues that have one shard each. */
export const singleShards: ShardCounts = {
  current: () => 1,
  served: () => 1,
  use: () => undefined,
  onRefresh: () => undefined,
  retire: async () => undefined,
  close: async () => undefined,
};
