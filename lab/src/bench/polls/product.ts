import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalPostgres } from '@trellis/local-postgres';
import { generateKey } from '@trellis/sealing';
import { descendantsOf, startRedis, startStack } from '@trellis/testing';
import pg from 'pg';

/** What clients need: PostgreSQL, Redis and units-service, and as many workers as are started. */
export interface Product {
  /** Of the gateway, if there is one. */
  address: string;
  jwtSecret: string;
  sealingKeys: string;
  redisUrl: string;
  databaseUrl: string;
  database: pg.Pool;
  /** The process ids of the parts that take part, workers included. */
  processes(): Record<string, number>;
  startWorker(environment?: Record<string, string>): Promise<Worker>;
  stop(): Promise<void>;
}

interface Worker {
  pid: number;
  stop(): Promise<void>;
}

interface ProductOptions {
  /** Whether apps can send requests, too. */
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
  const keeper = postgresPid(directory);
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
      PostgreSQL: keeper,
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
  const entry = new URL('../../../apps/connector-runtime/src/main.ts', import.meta.url);
  return fork(fileURLToPath(entry), {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...environment },
  });
}

/** The postmaster; its child processes serve the connections. */
function postgresPid(directory: string): number {
  const [pid] = readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  if (!descendantsOf(process.pid).some((process) => process.pid === Number(pid))) {
    throw new Error('PostgreSQL does not run.');
  }
  return Number(pid);
}

/** The memory of a process (bytes), from /proc/<pid>/status. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
