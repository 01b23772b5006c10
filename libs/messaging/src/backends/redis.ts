import { Redis, type ChainableCommander } from 'ioredis';
import { redisReplies } from '../reply-transport.js';
import { toJobTimes, type Backend } from './backend.js';
import { gatherWrites } from './gather-writes.js';
import { redisJobSets } from './redis-job-sets.js';

/** Queues in Redis; `namespace` is the prefix of all keys. */
export function redisBackend(
  url: string,
  namespace = 'trellis',
  onError: (error: Error) => void,
): Backend {
  // A job that cannot be added fails at once, as `unavailable`; workers wait for Redis.
  const commands = gatherWrites(new Redis(url, { maxRetriesPerRequest: 1 }));
  const blocking = gatherWrites(new Redis(url, { maxRetriesPerRequest: null }));
  const forReplies = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  for (const connection of [commands, blocking, forReplies]) connection.on('error', onError);
  return {
    jobs: { connection: commands as never, prefix: namespace },
    workers: { connection: blocking as never, prefix: namespace },
    relay: { connection: blocking as never, prefix: namespace },
    factory: undefined,
    replies: (_relay, nodeId) =>
      redisReplies({ nodeId, namespace, commands, blocking: forReplies, onError }),
    jobSets: (worker) =>
      redisJobSets(blocking, { prefix: worker.toKey(''), lockMs: worker.opts.lockDuration! }),
    async findJobs(queue, ids) {
      // Most often all of them exist, which one command tells.
      if (ids.length === 0) return new Set();
      if ((await commands.exists(ids.map((id) => queue.toKey(id)))) === ids.length) {
        return new Set(ids);
      }
      const pipeline = commands.pipeline();
      for (const id of ids) pipeline.exists(queue.toKey(id));
      const found = await resultsOf(pipeline);
      return new Set(ids.filter((_id, index) => found[index] === 1));
    },
    async readJobTimes(queue, ids) {
      const pipeline = commands.pipeline();
      for (const id of ids) {
        pipeline.hget(queue.toKey(id), 'processedOn').zscore(queue.toKey('delayed'), id);
      }
      const found = (await resultsOf(pipeline)) as (string | null)[];
      return new Map(
        ids.flatMap((id, index) => {
          const [last, score] = [found[2 * index], found[2 * index + 1]];
          // The lowest twelve bits of a score tell jobs of the same millisecond apart.
          const next = score && Math.floor(Number(score) / 0x1000);
          return last || next ? [[id, toJobTimes(last, next)]] : [];
        }),
      );
    },
    async readMemory() {
      const info = await commands.info('memory');
      const valueOf = (name: string) =>
        Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
      const maxBytes = valueOf('maxmemory');
      return { usedBytes: valueOf('used_memory'), ...(maxBytes > 0 && { maxBytes }) };
    },
    async readTime() {
      const [seconds, microseconds] = await commands.time();
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    },
    close: () => Promise.all([commands.quit(), blocking.quit()]),
  };
}

/** The results of the commands of a pipeline; throws the first error. */
async function resultsOf(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}
