import { once } from 'node:events';
import { connectBroker } from '@trellis/messaging';
import { generateKey } from '@trellis/sealing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startInstallation } from '../installation.js';
import { start } from '../processes.js';

export type Product = Awaited<ReturnType<typeof startProduct>>;

interface Worker {
  pid: number;
  stop(): Promise<void>;
}

interface ProductOptions {
  /** Whether a gateway runs as well. */
  hasGateway?: boolean;
  environment?: Record<string, string>;
}

/** Starts PostgreSQL, Redis, units-service, and any number of workers. */
export async function startProduct({ hasGateway = false, environment: own }: ProductOptions = {}) {
  const environment = {
    SECRETS_KEYS: generateKey(),
    EGRESS_PRIVATE: 'allow',
    LOG_LEVEL: 'warn',
    ...own,
  };
  const installation = await startInstallation({
    environment,
    without: [
      'connector-runtime',
      'accounts-service',
      ...(hasGateway ? [] : (['api-gateway'] as const)),
    ],
  });
  const { databaseUrl, redisUrl, pidOf, servers } = installation;
  if (redisUrl === undefined) throw new Error('This benchmark needs redis-server.');
  const services = {
    'units-service': await pidOf('units-service'),
    ...(hasGateway && { 'api-gateway': await pidOf('api-gateway') }),
  };
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const redis = new Redis(redisUrl);
  const broker = await connectBroker({ redisUrl, databaseUrl });
  const workers = new Set<Worker>();

  return {
    ...installation,
    redisUrl,
    sealingKeys: environment.SECRETS_KEYS,
    database,
    redis,
    broker,
    processes: (): Record<string, number> => ({
      ...Object.fromEntries([...workers].map(({ pid }, n) => [workerName(n), pid])),
      ...services,
      ...servers,
    }),
    async startWorker(own?: Record<string, string>): Promise<Worker> {
      const { child, pid } = await start('worker', {
        ...environment,
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        ...own,
      });
      const worker: Worker = {
        pid,
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
    async stop(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.stop()));
      redis.disconnect();
      await broker.close();
      await database.end();
      await installation.stop();
    },
  };
}

const workerName = (n: number) => (n === 0 ? 'connector-runtime' : `connector-runtime ${n + 1}`);
