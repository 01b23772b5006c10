import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable, type Connector, type Rate, type Spend } from '@trellis/connector-sdk';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** Counts the requests to remote technologies, for all workers together. */
export type RemoteRates = (
  connector: Pick<Connector, 'typeId' | 'limits'>,
  of: { instance: string; client: string },
) => Spend;

/** Where the counts are kept: Redis when there is one, PostgreSQL otherwise. */
export type RateStore = { redis: Redis } | { pool: Pool };

/** The limit is ours, not a failure of the remote technology: the client's status stays as it is. */
export class Throttled extends Unavailable {}

/** So long a request waits for its turn (ms); what takes longer is put off. */
const patience = 1_000;

/** Limits by the definitions of the connectors; while the store is away each worker counts alone. */
export function createRemoteRates(store: RateStore): RemoteRates {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (name: string, rate: Rate) => {
    const known = limiters.get(name) ?? createLimiter(store, name, rate);
    limiters.set(name, known);
    return known;
  };
  return ({ typeId, limits = {} }, { instance, client }) =>
    async () => {
      if (limits.client) await take(limiterOf(`${typeId}-client`, limits.client), client);
      if (limits.instance) await take(limiterOf(`${typeId}-instance`, limits.instance), instance);
    };
}

function createLimiter(store: RateStore, name: string, { requests, per }: Rate) {
  const options = { points: requests, duration: per / 1000, keyPrefix: `trellis-remote-${name}` };
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

async function take(limiter: RateLimiterAbstract, key: string, waited = 0): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const wait = Math.max(refusal.msBeforeNext, 50);
    if (waited + wait > patience) {
      const detail = 'The requests that the remote technology allows are used up for now.';
      throw new Throttled(detail, { retryAfter: wait });
    }
    await pause(wait);
    await take(limiter, key, waited + wait);
  }
}
