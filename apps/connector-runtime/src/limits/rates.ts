import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable, type Acquire, type Connector, type Rate } from '@trellis/connector-sdk';
import type { RedisClient } from '@trellis/messaging';
import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** Limits the requests of a client to its remote technology, across all workers. */
export type RateLimits = (
  connector: Pick<Connector, 'typeId' | 'limits'>,
  of: { instance: string; client: string },
) => Acquire;

/** The store of the counts: Redis if configured, otherwise PostgreSQL. */
export type RateStore = { redis: RedisClient } | { pool: Pool };

/** A request that our own limit refused. It says nothing about the remote technology. */
export class Throttled extends Unavailable {}

/** No limit, for requests of this service itself, such as to authorization servers. */
export const unlimited: Acquire = async () => undefined;

/**
 * How long a request waits before it is refused as {@link Throttled} (ms): a window of a second, and a little more,
 * since a wait may end just before the window does.
 */
const maxWaitMs = 1_500;

/**
 * The largest difference between clocks of workers (ms). PostgreSQL keeps windows by the clock that began them: one that
 * ends later than this allows was begun by a clock that was ahead.
 */
const maxSkewMs = 60_000;

/** Applies the limits that connectors define. While the store is down, each worker counts alone. */
export function createRateLimits(store: RateStore): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (name: string, rate: Rate) => {
    const known = limiters.get(name) ?? createLimiter(store, name, rate);
    limiters.set(name, known);
    return known;
  };
  return ({ typeId, limits = {} }, { instance, client }) =>
    async () => {
      if (limits.client) await consume(limiterOf(`${typeId}-client`, limits.client), client);
      if (limits.instance) {
        await consume(limiterOf(`${typeId}-instance`, limits.instance), instance);
      }
    };
}

function createLimiter(store: RateStore, name: string, { requests, perMs }: Rate) {
  const options = { points: requests, duration: perMs / 1000, keyPrefix: `trellis-remote-${name}` };
  const insuranceLimiter = new RateLimiterMemory(options);
  return 'redis' in store
    ? new RateLimiterRedis({ ...options, storeClient: store.redis, insuranceLimiter })
    : new RateLimiterPostgres({
        ...options,
        storeClient: store.pool,
        tableName: 'remote_rates',
        tableCreated: true,
        insuranceLimiter,
      });
}

async function consume(limiter: RateLimiterAbstract, key: string, waitedMs = 0): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    if (refusal.msBeforeNext > limiter.duration * 1000 + maxSkewMs) {
      await limiter.delete(key);
      return consume(limiter, key, waitedMs);
    }
    const waitMs = Math.max(refusal.msBeforeNext, 50);
    if (waitedMs + waitMs > maxWaitMs) {
      const detail = 'The requests that the remote technology allows are used up for now.';
      throw new Throttled(detail, { retryAfterMs: waitMs, cause: 'rate_limited' });
    }
    await pause(waitMs);
    await consume(limiter, key, waitedMs + waitMs);
  }
}
