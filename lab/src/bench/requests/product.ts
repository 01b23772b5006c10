import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@trellis/local-postgres';
import { newAccount, startRedis, startStack, type Account } from '@trellis/testing';
import getPort from 'get-port';
import { postmasterPid } from '../cpu.js';
import { start } from '../measure.js';
import type { Target } from '../load.js';
import { seed, type Seed } from './seed.js';

/** One side of a comparison. */
export interface Side extends Target {
  /** A separate account, so that the sides share no rows. */
  account: Account;
  seed: Seed;
  /** The processes whose CPU time counts, by name. */
  processes: Record<string, number>;
}

export interface Product {
  trellis: Side;
  floor: Side;
  /** The services of Trellis. */
  services: Record<string, number>;
  databaseUrl: string;
  hasRedis: boolean;
  /** Time from the start with an empty database until every service answers (s). */
  startSeconds: number;
  stop(): Promise<void>;
}

/** Starts Trellis and the floor on one PostgreSQL, and creates the data that they read. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
  const postgres = await startLocalPostgres({ directory, password: 'bench' });
  const redis = await startRedis();
  const startedAt = performance.now();
  const stack = await startStack({
    environment: {
      DATABASE_URL: postgres.url,
      // Counted as in production, but never exceeded.
      RATE_LIMIT_PER_MINUTE: '10000000',
      ...(redis && { REDIS_URL: redis.url }),
      ...environment,
    },
  });
  const startSeconds = (performance.now() - startedAt) / 1000;
  const port = String(await getPort());
  const floor = await start('requests/floor', {
    PORT: port,
    DATABASE_URL: postgres.url,
    JWT_SECRET: stack.jwtSecret,
  });

  const services = {
    gateway: await stack.pidOf('api-gateway'),
    units: await stack.pidOf('units-service'),
    runtime: await stack.pidOf('connector-runtime'),
  };
  const database = { PostgreSQL: postmasterPid(directory) };
  const ownAccount = async (address: string) => {
    const account = newAccount(stack);
    return { address, token: account.token, account, seed: await seed(account) };
  };
  return {
    trellis: {
      ...(await ownAccount(stack.address)),
      processes: { ...services, ...(redis && { Redis: redis.process.pid! }), ...database },
    },
    floor: {
      ...(await ownAccount(`http://localhost:${port}`)),
      processes: { floor: floor.pid!, ...database },
    },
    services,
    databaseUrl: postgres.url,
    hasRedis: redis !== undefined,
    startSeconds,
    async stop() {
      floor.kill();
      await stack.stop();
      stack.clear();
      await redis?.stop();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
