import { Problem } from '@trellis/contracts';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a request of a key; throws the problem `rate_limited` when it is over the limit. */
export type CountRequest = (key: string) => Promise<void>;

/**
 * Limits the requests of each key per minute. All gateways share the count when there is a Redis; while
 * it is unavailable, each gateway counts on its own.
 */
export function createRateLimit(perMinute: number, redis: Redis | undefined): CountRequest {
  if (perMinute === 0) return async () => undefined;
  const options = { points: perMinute, duration: 60, keyPrefix: 'trellis-rate' };
  const memory = new RateLimiterMemory(options);
  const limiter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
    : memory;
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      throw new Problem('rate_limited', `More than ${perMinute} requests in a minute.`, {
        retry_after: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)),
      });
    }
  };
}
