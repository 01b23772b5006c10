import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@trellis/local-postgres';
import { startRedis } from './redis.js';
import { serveStacks } from './stack-server.js';

/** The servers of a test run. Their URLs are in the environment of every test. */
export interface Servers {
  stop(): Promise<void>;
}

/** @public The global set-up imports it by its path. */
export async function startServers(): Promise<Servers> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-test-'));
  // Services of several stacks, with all their pools, may use it at the same time as other files.
  const settings = { max_connections: '500' };
  const postgres = await startLocalPostgres({
    directory,
    password: 'test',
    durable: false,
    settings,
  });
  const redis = await startRedis();
  const stacks = await serveStacks();
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_STACKS_URL = stacks.url;
  if (redis) process.env.TEST_REDIS_URL = redis.url;
  return {
    async stop() {
      await Promise.all([postgres.stop(), redis?.stop(), stacks.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
