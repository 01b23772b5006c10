import type { RedisClient } from '../connect-redis.js';
import type { ShardMarks } from '../shards/marks.js';

/** KEYS: `meta` of the queue. ARGV: the expected mark, and the new one. */
const replaceMark = `
if (redis.call('HGET', KEYS[1], 'shards') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'shards', ARGV[2])
return 1`;

interface Scripts {
  replaceMark(key: string, from: string, to: string): Promise<number>;
}

/** Keeps marks in the field `shards` of BullMQ's hash `meta`, which is read whenever jobs are claimed. */
export function redisShardMarks(client: RedisClient): ShardMarks {
  client.defineCommand('replaceMark', { numberOfKeys: 1, lua: replaceMark });
  const scripts = client as RedisClient & Scripts;
  return {
    read: async (shard) => (await client.hget(shard.toKey('meta'), 'shards')) ?? '',
    replace: async (shard, from, to) =>
      (await scripts.replaceMark(shard.toKey('meta'), from, to)) === 1,
  };
}
