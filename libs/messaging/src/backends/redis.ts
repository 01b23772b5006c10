import { Relay } from 'bullmq';
import { Cluster } from 'ioredis';
import { corkWrites } from '../bullmq-internals/cork-writes.js';
import { redisClaims } from '../bullmq-internals/redis-claims.js';
import { redisJobs } from '../bullmq-internals/redis-jobs.js';
import { redisShardMarks } from '../bullmq-internals/redis-shard-marks.js';
import { connectRedis, isClusterUrl, retries, type RedisClient } from '../connect-redis.js';
import { redisReplies } from '../reply-transport.js';
import { taggedPrefix } from '../shards/placement.js';
import { followShardCounts } from '../shards/redis-counts.js';
import type { Backend, QueueMemory, QueueShard } from './backend.js';

/** Pause of a worker after a cluster refused a command (ms); BullMQ's default is meant for longer failures. */
const runRetryDelay = 1_000;

/** A connection that waits for jobs is broken after this long without an answer (ms): waits are shorter. */
const socketTimeout = 8_000;

/** Connects to queues in Redis or in a Redis Cluster; `namespace` is the prefix of all keys. */
export function redisBackend(
  url: string,
  namespace = 'trellis',
  onError: (error: Error) => void,
): Backend {
  const isCluster = isClusterUrl(url);
  const blockingOptions = { maxRetriesPerRequest: null, maxRedirections: retries.patient };
  // Adding a job fails at once, as `unavailable`; workers wait for Redis.
  const commands = corkWrites(connectRedis(url, { maxRetriesPerRequest: 1 }));
  const blocking = corkWrites(connectRedis(url, blockingOptions));
  const forReplies = corkWrites(connectRedis(url, { ...blockingOptions, lazyConnect: true }));
  for (const connection of [commands, blocking, forReplies]) {
    connection.on('error', onError);
    if (connection instanceof Cluster) connection.on('node error', onError);
  }
  // Without a cluster and shards, keys need no hash tag.
  const prefixOf = (queue: string, shard: number) =>
    isCluster || shard > 0 ? taggedPrefix(namespace, queue, shard) : namespace;
  return {
    queueOptions: (queue, shard) => ({
      connection: commands,
      prefix: prefixOf(queue, shard),
    }),
    workerOptions(queue, shard) {
      const options: QueueShard = { connection: blocking, prefix: prefixOf(queue, shard) };
      return isCluster ? { ...options, runRetryDelay } : options;
    },
    openRelay: (settings) => new Relay({ ...settings, connection: blocking, prefix: namespace }),
    factory: undefined,
    replies: (_relay, nodeId) =>
      redisReplies({ nodeId, namespace, sending: blocking, waiting: forReplies, onError }),
    followShards: (options) => followShardCounts({ client: commands, namespace, ...options }),
    shardMarks: redisShardMarks(commands),
    jobs: redisJobs(commands),
    jobClaims: (worker) =>
      redisClaims(blocking, {
        prefix: worker.toKey(''),
        lockMs: worker.opts.lockDuration!,
        openBlocking() {
          const connection = corkWrites(connectRedis(url, { ...blockingOptions, socketTimeout }));
          connection.on('error', onError);
          worker.on('closing', () => connection.disconnect());
          return connection;
        },
      }),
    async readMemory() {
      const all = await Promise.all(mastersOf(commands).map(readMemory));
      // The fullest master of a cluster refuses jobs first.
      return all.sort((one, other) => shareOf(other) - shareOf(one))[0];
    },
    ping: () => commands.time(),
    endFutureLocks: async () => undefined,
    async readTime() {
      const time = `return redis.call('TIME')`;
      const answer = await commands.eval(time, 1, `${namespace}:clock`);
      const [seconds, microseconds] = answer as [string, string];
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
  const memory: QueueMemory = { usedBytes: valueOf('used_memory') };
  const maxBytes = valueOf('maxmemory');
  return maxBytes > 0 ? { ...memory, maxBytes } : memory;
}

/** Returns how full a server is. Servers without a limit are ordered by what they use. */
const shareOf = ({ usedBytes, maxBytes = Number.MAX_SAFE_INTEGER }: QueueMemory): number =>
  usedBytes / maxBytes;
