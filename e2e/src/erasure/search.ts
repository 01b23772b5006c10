import { Redis } from 'ioredis';

/** Returns all keys and values of a Redis as text. */
export async function dumpRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, '0', '-1'),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  const texts: string[] = [];
  try {
    for (const key of await redis.keys('*')) {
      const read = readers[await redis.type(key)];
      texts.push(`${key} ${JSON.stringify(await read?.(key))}`);
    }
  } finally {
    redis.disconnect();
  }
  return texts.join('\n');
}

/** Returns the lines of a text that contain one of others. */
export const linesWith = (text: string, searched: readonly string[]): string[] =>
  text.split('\n').filter((line) => searched.some((one) => line.includes(one)));
