import type { Redis } from '../../system/redis.js';
import type { System } from '../../system/system.js';
import type { Fault } from './fault.js';

/** A fault of the Redis with the queues. */
const redisFault = (
  name: string,
  begin: (redis: Redis) => Promise<() => Promise<void>>,
): Fault => ({
  name: `Redis ${name}`,
  isPossible: ({ redis }) => redis !== undefined,
  begin: (system: System) => begin(system.redis!),
});

export const redisFaults: Fault[] = [
  redisFault('restarted with its data', async (redis) => {
    await redis.crash();
    return () => redis.start();
  }),
  redisFault('restarted without its data', async (redis) => {
    await redis.crash();
    redis.forget();
    return () => redis.start();
  }),
  redisFault('emptied', async (redis) => {
    await redis.administer((connection) => connection.flushall());
    return async () => undefined;
  }),
  redisFault('full', async (redis) => {
    const limit = (bytes: number) =>
      redis.administer((connection) => connection.config('SET', 'maxmemory', bytes));
    await limit(1);
    return async () => void (await limit(0));
  }),
  redisFault('stopped', async (redis) => {
    redis.signal('SIGSTOP');
    return async () => redis.signal('SIGCONT');
  }),
];
