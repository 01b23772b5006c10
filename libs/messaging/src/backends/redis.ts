import { Cluster, type ChainableCommander } from 'ioredis';
import { redisReplies } from '../reply-transport.js';
import { taggedPrefix } from '../shards/placement.js';
import { toJobTimes, type Backend, type QueueMemory } from './backend.js';
import { connectRedis, isClusterUrl, retries, type RedisClient } from '../connect-redis.js';
import { gatherWrites } from './gather-writes.js';
import { redisJobAdder } from './redis-add-job.js';
import { redisJobSets, runAgain } from './redis-job-sets.js';
import { followShardCounts } from './redis-shard-counts.js';
import { redisShardMarks } from './redis-shard-marks.js';

/** Pause of a worker after a cluster refused (ms); that of BullMQ is meant for longer failures. */
const runRetryDelay = 1_000;

/** A connection on which jobs are waited for is broken when nothing comes for so long (ms): waits are shorter. */
const socketTimeout = 8_000;

/** Queues in Redis or in a Redis Cluster; `namespace` is the prefix of all keys. */
export function redisBackend(
  url: string,
  namespace = 'trellis',
  onError: (error: Error) => void,
): Backend {
  const isCluster = isClusterUrl(url);
  const waiting = { maxRetriesPerRequest: null, maxRedirections: retries.patient };
  // A job that cannot be added fails at once, as `unavailable`; workers wait for Redis.
  const commands = gatherWrites(connectRedis(url, { maxRetriesPerRequest: 1 }));
  const blocking = gatherWrites(connectRedis(url, waiting));
  const forReplies = gatherWrites(connectRedis(url, { ...waiting, lazyConnect: true }));
  for (const connection of [commands, blocking, forReplies]) {
    connection.on('error', onError);
    if (connection instanceof Cluster) connection.on('node error', onError);
  }
  // Keys of one Redis without shards need no hash tag.
  const prefixOf = (queue: string, shard: number) =>
    isCluster || shard > 0 ? taggedPrefix(namespace, queue, shard) : namespace;
  return {
    jobs: (queue, shard) => ({
      connection: commands as never,
      prefix: prefixOf(queue, shard),
    }),
    workers: (queue, shard) => ({
      connection: blocking as never,
      prefix: prefixOf(queue, shard),
      ...(isCluster && { runRetryDelay }),
    }),
    relay: { connection: blocking as never, prefix: namespace },
    factory: undefined,
    replies: (_relay, nodeId) =>
      redisReplies({ nodeId, namespace, sending: blocking, waiting: forReplies, onError }),
    followShards: (options) => followShardCounts({ client: commands, namespace, ...options }),
    shardMarks: redisShardMarks(commands),
    addJob: redisJobAdder(commands),
    jobSets: (worker) =>
      redisJobSets(blocking, {
        prefix: worker.toKey(''),
        lockMs: worker.opts.lockDuration!,
        openWaiting() {
          const connection = gatherWrites(connectRedis(url, { ...waiting, socketTimeout }));
          connection.on('error', onError);
          worker.on('closing', () => connection.disconnect());
          return connection;
        },
      }),
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
    runAgain: async ({ id, queueQualifiedName }) =>
      (await commands.eval(runAgain, 1, `${queueQualifiedName}:${id}`)) === 1,
    async readMemory() {
      const all = await Promise.all(mastersOf(commands).map(readMemory));
      // Of a cluster, the one that has the least left: it refuses jobs first.
      return all.sort((one, other) => shareOf(other) - shareOf(one))[0];
    },
    ping: () => commands.time(),
    async readTime() {
      const time = `return redis.call('TIME')`;
      const [seconds, microseconds] = (await commands.eval(
        time,
        1,
        `${namespace}:clock`,
      )) as string[];
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    },
    close: () => Promise.all([commands.quit(), blocking.quit()]),
  };
}

const mastersOf = (client: RedisClient) =>
  client instanceof Cluster ? client.nodes('master') : [client];

async function readMemory(redis: Pick<RedisClient, 'info'>): Promise<QueueMemory> {
  const info = await redis.info('memory');
  const valueOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const maxBytes = valueOf('maxmemory');
  return { usedBytes: valueOf('used_memory'), ...(maxBytes > 0 && { maxBytes }) };
}

/** How full a server is; without a limit, those that use more come first among their like. */
const shareOf = ({ usedBytes, maxBytes = Number.MAX_SAFE_INTEGER }: QueueMemory): number =>
  usedBytes / maxBytes;

/** The results of the commands of a pipeline; throws the first error. */
async function resultsOf(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}
