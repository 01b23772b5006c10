import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@trellis/local-postgres';
import { startRedis } from '@trellis/testing';

/** Starts PostgreSQL and Redis for containers that share the network of this machine. */
export async function startServers() {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-images-'));
  const password = randomBytes(16).toString('hex');
  const postgres = await startLocalPostgres({ directory, password, durable: false });
  // Persistent, because the doctor checks that.
  const redis = await startRedis({ directory });
  if (!redis) throw new Error('redis-server is not installed.');
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
