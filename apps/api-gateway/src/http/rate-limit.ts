import { Problem } from '@trellis/contracts';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a request of a key; throws the problem `rate_limited`. */
export type CountRequest = (key: string) => Promise<void>;

/**
 * Limits the requests of each key in a minute. All gateways share the count when there is a Redis;
 * while it is away each counts for itself.
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
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Problem('rate_limited', `More than ${perMinute} requests in a minute.`, {
        retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
  };
}
