import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalPostgres } from '@trellis/local-postgres';
import { generateKey } from '@trellis/sealing';
import { startRedis, startStack } from '@trellis/testing';
import pg from 'pg';
import { postmasterPid } from '../cpu.js';

/** PostgreSQL, Redis, units-service, and any number of workers. */
export interface Product {
  /** Address of the gateway, if there is one. */
  address: string;
  jwtSecret: string;
  sealingKeys: string;
  redisUrl: string;
  databaseUrl: string;
  database: pg.Pool;
  /** Returns the process ids by name, including the workers. */
  processes(): Record<string, number>;
  startWorker(environment?: Record<string, string>): Promise<Worker>;
  stop(): Promise<void>;
}

interface Worker {
  pid: number;
  stop(): Promise<void>;
}

interface ProductOptions {
  /** Whether a gateway runs as well. */
  hasGateway?: boolean;
}

export async function startProduct({ hasGateway = false }: ProductOptions = {}): Promise<Product> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
  const postgres = await startLocalPostgres({ directory, password: 'bench' });
  const redis = await startRedis();
  if (!redis) throw new Error('This benchmark needs redis-server.');
  const environment = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRETS_KEYS: generateKey(),
    EGRESS_PRIVATE: 'allow',
    LOG_LEVEL: 'warn',
  };
  const stack = await startStack({
    environment,
    args: ['--without', ...(hasGateway ? [] : ['api-gateway']), 'connector-runtime'],
  });
  const services = {
    'units-service': await stack.pidOf('units-service'),
    ...(hasGateway && { 'api-gateway': await stack.pidOf('api-gateway') }),
  };
  const postmaster = postmasterPid(directory);
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 });
  const workers = new Set<Worker>();

  return {
    address: stack.address,
    jwtSecret: stack.jwtSecret,
    sealingKeys: environment.SECRETS_KEYS,
    redisUrl: redis.url,
    databaseUrl: postgres.url,
    database,
    processes: () => ({
      ...Object.fromEntries([...workers].map(({ pid }, n) => [workerName(n), pid])),
      ...services,
      Redis: redis.process.pid!,
      PostgreSQL: postmaster,
    }),
    async startWorker(own = {}) {
      const child = forkWorker({ ...environment, ...own });
      const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
        unknown,
      ];
      if (typeof message !== 'object') throw new Error('The worker did not start.');
      const worker: Worker = {
        pid: child.pid!,
        async stop() {
          workers.delete(worker);
          const exit = once(child, 'exit');
          child.kill('SIGTERM');
          await exit;
        },
      };
      workers.add(worker);
      return worker;
    },
    async stop() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      await stack.stop();
      stack.clear();
      await database.end();
      await redis.stop();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const workerName = (n: number) => (n === 0 ? 'connector-runtime' : `connector-runtime ${n + 1}`);

function forkWorker(environment: Record<string, string>): ChildProcess {
  const entry = new URL('../../../../apps/connector-runtime/src/main.ts', import.meta.url);
  return fork(fileURLToPath(entry), {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...environment },
  });
}
