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

/** Where requests are counted: in Redis when there is one, in PostgreSQL otherwise. */
export type RateStore = { redis: RedisClient } | { pool: Pool };

/** The limit is ours, not a failure of the remote technology: the client's status stays as it is. */
export class Throttled extends Unavailable {}

/** For the requests of this service itself, such as those to authorization servers. */
export const unlimited: Acquire = async () => undefined;

/**
 * How long a request waits for its turn before it is refused as {@link Throttled}: a window of a
 * second, and some more, since a wait may end a moment before the window does.
 */
const maxWaitMs = 1_500;

/** Limits by the definitions of the connectors; while the store is down each worker counts alone. */
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
    const waitMs = Math.max(refusal.msBeforeNext, 50);
    if (waitedMs + waitMs > maxWaitMs) {
      const detail = 'The requests that the remote technology allows are used up for now.';
      throw new Throttled(detail, { retryAfterMs: waitMs });
    }
    await pause(waitMs);
    await consume(limiter, key, waitedMs + waitMs);
  }
}
