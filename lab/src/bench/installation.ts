import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@trellis/local-postgres';
import { startRedis, startStack, type ServiceName, type Stack } from '@trellis/testing';

/** The product with its own PostgreSQL and, where it is installed, Redis. */
export interface Installation extends Pick<Stack, 'address' | 'jwtSecret' | 'pidOf'> {
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Process ids of PostgreSQL, whose child processes serve the connections, and of Redis. */
  servers: Record<string, number>;
  /** Time from the start with an empty database until every service answers (s). */
  startSeconds: number;
  stop(): Promise<void>;
}

interface InstallationOptions {
  environment?: Record<string, string>;
  without?: readonly ServiceName[];
}

export async function startInstallation({
  environment,
  without = [],
}: InstallationOptions = {}): Promise<Installation> {
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
  return {
    address: stack.address,
    jwtSecret: stack.jwtSecret,
    pidOf: stack.pidOf,
    databaseUrl: postgres.url,
    redisUrl: redis?.url,
    servers: { ...(redis && { Redis: redis.process.pid! }), PostgreSQL: Number(postmaster) },
    startSeconds: (performance.now() - startedAt) / 1000,
    async stop() {
      await stack.stop();
      stack.clear();
      await redis?.stop();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
