import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '@trellis/contracts';
import type { RedisClient } from '@trellis/messaging';

/** The state of a limit after it has counted a request. */
export interface Counted {
  /** `RateLimit-Policy`: the limit, `q` requests in `w` seconds. */
  policy: string;
  /** `RateLimit`: `r` requests are left, for `t` seconds. */
  state: string;
  /** The problem `rate_limited`, when the request is over the limit. */
  problem?: Problem;
}

/** Counts a request of a key; returns undefined without a limit. */
export type CountRequest = (key: string) => Promise<Counted | undefined>;

export interface RateLimitOptions {
  /** Names the limit in the headers of answers, and its counts in Redis. */
  name: string;
  /** The most requests per minute; 0 for no limit. */
  perMinute: number;
  /** The share of the limit that a gateway takes from the shared count at once; a thousandth by default. */
  share?: number;
  /** Shares the counts between gateways. */
  redis: RedisClient | undefined;
}

/** Requests that this gateway may let pass without another look at the shared count. */
interface Allowance {
  left: number;
  /** The rest of the shared count after the allowance was taken from it. */
  shared: number;
  /** Whether the limit has been handed out completely. */
  isLast: boolean;
  /** The end of the minute of the key (milliseconds since the epoch). */
  expiresAt: number;
}

const defaultShare = 1 / 1000;

/** How many keys have an allowance; one that is forgotten costs its key at most that much. */
const maxAllowances = 10_000;

/** How long a minute is (s). */
const windowSeconds = 60;

/**
 * Limits the requests of each key per minute, and says so in the syntax of
 * draft-ietf-httpapi-ratelimit-headers-11. All gateways share the count when there is a Redis; while
 * it is unavailable, each gateway counts on its own. Each takes a share of the limit at a time and counts
 * requests against that: never more than the limit pass, but that share of it may be left unused at each
 * gateway.
 */
export function createRateLimit({
  name,
  perMinute,
  share = defaultShare,
  redis,
}: RateLimitOptions): CountRequest {
  if (perMinute === 0) return async () => undefined;
  const policy = `"${name}";q=${perMinute};w=${windowSeconds}`;
  const keyPrefix = `trellis-rate-${name}`;
  const options = { points: perMinute, duration: windowSeconds, keyPrefix };
  const memory = new RateLimiterMemory(options);
  const limiter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
    : memory;
  const size = Math.max(1, Math.floor(perMinute * share));
  const allowances = new LRUCache<string, Allowance>({ max: maxAllowances });
  const requested = new Map<string, Promise<Allowance>>();

  /** Takes the next allowance of a key; concurrent requests wait for the same one. */
  function renew(key: string): Promise<Allowance> {
    const underway = requested.get(key) ?? take(key).finally(() => requested.delete(key));
    requested.set(key, underway);
    return underway;
  }

  async function take(key: string): Promise<Allowance> {
    const allowance = toAllowance(await limiter.consume(key, size).catch(resultOfRejection));
    allowances.set(key, allowance);
    return allowance;
  }

  function toAllowance({ consumedPoints, msBeforeNext }: RateLimiterRes): Allowance {
    const available = perMinute - (consumedPoints - size);
    return {
      left: Math.max(0, Math.min(size, available)),
      shared: Math.max(0, available - size),
      isLast: available <= size,
      expiresAt: Date.now() + msBeforeNext,
    };
  }

  return async (key) => {
    let allowance = allowances.get(key);
    if (!allowance || allowance.expiresAt <= Date.now()) allowance = await renew(key);
    while (allowance.left === 0 && !allowance.isLast) allowance = await renew(key);
    const seconds = Math.max(1, Math.ceil((allowance.expiresAt - Date.now()) / 1000));
    if (allowance.left === 0) {
      const problem = overLimit(perMinute, seconds);
      return { policy, state: `"${name}";r=0;t=${seconds}`, problem };
    }
    allowance.left -= 1;
    return { policy, state: `"${name}";r=${allowance.left + allowance.shared};t=${seconds}` };
  };
}

/** Returns the count with which the limiter rejects a request over the limit. */
function resultOfRejection(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

const overLimit = (perMinute: number, seconds: number) =>
  Problem.withoutStack('rate_limited', `More than ${perMinute} requests in a minute.`, {
    retry_after: seconds,
  });
