import type { ChainableCommander } from 'ioredis';
import { removedAtEnd, toJobTimes, type JobStore } from './job-store.js';
import type { RedisClient } from '../connect-redis.js';

/**
 * KEYS: prefix of the queue. ARGV: name, data, options, now. Adds a job as BullMQ's `addStandardJob` does, without the
 * event stream and the options that these jobs do not use.
 */
const addJob = `
local prefix = KEYS[1]
local id = redis.call('INCR', prefix .. 'id')
redis.call('HSET', prefix .. id, 'name', ARGV[1], 'data', ARGV[2], 'opts', ARGV[3], 'timestamp', ARGV[4],
  'delay', 0, 'priority', 0)
redis.call('LPUSH', prefix .. 'wait', id)
redis.call('ZADD', prefix .. 'marker', 0, '0')`;

/** KEYS: a job. Marks an active job, so that `delayJobs` makes it due at once. */
const runAgain = `
if redis.call('EXISTS', KEYS[1] .. ':lock') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'again', '1')
return 1`;

interface Scripts {
  addJob(prefix: string, ...values: (string | number)[]): Promise<unknown>;
}

/** For BullMQ, such as when it recovers a stalled job; claiming workers remove jobs themselves. */
const options = JSON.stringify(removedAtEnd);

export function redisJobs(client: RedisClient): JobStore {
  client.defineCommand('addJob', { numberOfKeys: 1, lua: addJob });
  const scripts = client as RedisClient & Scripts;
  return {
    add: (queue, name, data) =>
      scripts.addJob(queue.toKey(''), name, JSON.stringify(data), options, Date.now()),
    async find(queue, ids) {
      if (ids.length === 0) return new Set();
      // Usually all of them exist, which a single command tells.
      if ((await client.exists(ids.map((id) => queue.toKey(id)))) === ids.length) {
        return new Set(ids);
      }
      const pipeline = client.pipeline();
      for (const id of ids) pipeline.exists(queue.toKey(id));
      const found = await resultsOf(pipeline);
      return new Set(ids.filter((_id, index) => found[index] === 1));
    },
    async readTimes(queue, ids) {
      const pipeline = client.pipeline();
      for (const id of ids) {
        pipeline.hget(queue.toKey(id), 'processedOn').zscore(queue.toKey('delayed'), id);
      }
      const found = (await resultsOf(pipeline)) as (string | null)[];
      return new Map(
        ids.flatMap((id, index) => {
          const [last, score] = [found[2 * index], found[2 * index + 1]];
          // The lowest twelve bits of a score distinguish jobs of the same millisecond.
          const next = score && Math.floor(Number(score) / 0x1000);
          return last || next ? [[id, toJobTimes(last, next)]] : [];
        }),
      );
    },
    runAgain: async ({ id, queueQualifiedName }) =>
      (await client.eval(runAgain, 1, `${queueQualifiedName}:${id}`)) === 1,
  };
}

/** Returns the results of the commands of a pipeline; throws the first error. */
async function resultsOf(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}
