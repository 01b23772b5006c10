import type { Job, Queue } from 'bullmq';
import type { Broker } from '../broker.js';
import { shardOf } from './placement.js';

/** A queue by its name, and whether it has shards. */
export interface QueueKind {
  queue: string;
  /** Spreads the jobs over `QUEUE_SHARDS` shards, if the queues are in Redis. */
  sharded?: true;
}

/** The shards of a queue, for adding and finding jobs. */
export interface ShardedQueue {
  /** Returns the shard for the next job without an id of its own, round-robin. */
  next(): Queue;
  /** Returns the shard for a new job with this id. */
  of(id: string): Queue;
  /** Returns the shards that may hold a job with this id, the likeliest first. */
  candidatesOf(id: string): Queue[];
  /** Returns the job with this id from any shard. */
  getJob(id: string): Promise<Job | undefined>;
  /** Leaves out entries that have a job. With a single shard, it leaves that to adding them. */
  withoutJob<Entry extends { id: string }>(entries: Entry[]): Promise<Entry[]>;
  /** Groups entries by the shard for their ids. */
  group<Entry extends { id: string }>(entries: Entry[]): [Queue, Entry[]][];
  /** Returns the ids without a job in any shard. */
  findMissing(ids: string[]): Promise<string[]>;
  /** Returns when jobs run, by id. */
  readTimes(ids: string[]): ReturnType<Broker['jobs']['readTimes']>;
}

export function shardedQueue(broker: Broker, { queue: name, sharded }: QueueKind): ShardedQueue {
  const { shards } = broker;
  if (sharded) shards.use(name);
  const current = () => (sharded ? shards.current() : 1);
  const served = () => (sharded ? shards.served(name) : 1);
  const shardAt = (shard: number) => broker.queue(name, shard);
  const all = () => Array.from({ length: served() }, (_, shard) => shardAt(shard));
  let turn = Math.floor(Math.random() * 64);

  const of = (id: string) => shardAt(shardOf(id, current()));

  function candidatesOf(id: string): Queue[] {
    const likeliest = of(id);
    return [likeliest, ...all().filter((shard) => shard !== likeliest)];
  }

  function group<Entry extends { id: string }>(entries: Entry[]): [Queue, Entry[]][] {
    if (current() === 1) return [[shardAt(0), entries]];
    const groups = new Map<Queue, Entry[]>();
    for (const entry of entries) {
      const shard = of(entry.id);
      const own = groups.get(shard);
      if (own) own.push(entry);
      else groups.set(shard, [entry]);
    }
    return [...groups];
  }

  /** Looks for ids in their shards, and for those that are not there in all shards. */
  async function look<Found>(
    ids: string[],
    lookIn: (shard: Queue, ids: string[]) => Promise<Map<string, Found>>,
  ): Promise<Map<string, Found>> {
    if (served() === 1) return lookIn(shardAt(0), ids);
    const groups = group(ids.map((id) => ({ id })));
    const found = await Promise.all(
      groups.map(([shard, entries]) =>
        lookIn(
          shard,
          entries.map(({ id }) => id),
        ),
      ),
    );
    const known = merge(found);
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    const elsewhere = await Promise.all(all().map((shard) => lookIn(shard, missing)));
    return merge([known, ...elsewhere]);
  }

  async function find(ids: string[]): Promise<Set<string>> {
    if (served() === 1) return broker.jobs.find(shardAt(0), ids);
    const found = await look(ids, async (shard, some) => {
      const present = await broker.jobs.find(shard, some);
      return new Map([...present].map((id) => [id, true]));
    });
    return new Set(found.keys());
  }

  return {
    next: () => shardAt((turn = (turn + 1) % current())),
    of,
    candidatesOf,
    async getJob(id) {
      for (const shard of candidatesOf(id)) {
        const job = (await shard.getJob(id)) as Job | undefined;
        if (job) return job;
      }
      return undefined;
    },
    async withoutJob(entries) {
      if (served() === 1) return entries;
      const found = await find(entries.map(({ id }) => id));
      return entries.filter(({ id }) => !found.has(id));
    },
    group,
    async findMissing(ids) {
      const found = await find(ids);
      return ids.filter((id) => !found.has(id));
    },
    readTimes: (ids) => look(ids, (shard, some) => broker.jobs.readTimes(shard, some)),
  };
}

const merge = <Found>(maps: Map<string, Found>[]): Map<string, Found> =>
  new Map(maps.flatMap((map) => [...map]));
