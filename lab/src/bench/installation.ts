import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@trellis/local-postgres';
import { startRedis, startStack, type ServiceName } from '@trellis/testing';

interface InstallationOptions {
  environment?: Record<string, string>;
  without?: readonly ServiceName[];
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/** Starts the product with its own PostgreSQL and, where it is installed, Redis. */
export async function startInstallation({ environment, without = [] }: InstallationOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
  const postgres = await startLocalPostgres({ directory, password: 'bench' });
  const redis = await startRedis();
  const startedAt = performance.now();
  const stack = await startStack({
    environment: {
      DATABASE_URL: postgres.url,
      ...(redis && { REDIS_URL: redis.url }),
      ...environment,
    },
    args: without.length > 0 ? ['--without', ...without] : [],
  });
  const [postmaster] = readFileSync(`${directory}/postgres/postmaster.pid`, 'utf8').split('\n');
  /** Process ids of Redis and of PostgreSQL, whose child processes serve the connections. */
  const servers: Record<string, number> = {
    ...(redis && { Redis: redis.process.pid! }),
    PostgreSQL: Number(postmaster),
  };
  return {
    address: stack.address,
    jwtSecret: stack.jwtSecret,
    pidOf: stack.pidOf,
    databaseUrl: postgres.url,
    redisUrl: redis?.url,
    servers,
    /** Time from the start with an empty database until every service answers (s). */
    startSeconds: (performance.now() - startedAt) / 1000,
    async stop(): Promise<void> {
      await stack.stop();
      stack.clear();
      await redis?.stop();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
