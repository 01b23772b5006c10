import { once } from 'node:events';
import { connectBroker, type Broker } from '@trellis/messaging';
import { generateKey } from '@trellis/sealing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startInstallation, type Installation } from '../installation.js';
import { start } from '../processes.js';

/** PostgreSQL, Redis, units-service, and any number of workers. */
export interface Product extends Installation {
  sealingKeys: string;
  database: pg.Pool;
  redis: Redis;
  broker: Broker;
  processes(): Record<string, number>;
  startWorker(environment?: Record<string, string>): Promise<Worker>;
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
  const environment = { SECRETS_KEYS: generateKey(), EGRESS_PRIVATE: 'allow', LOG_LEVEL: 'warn' };
  const installation = await startInstallation({
    environment,
    without: hasGateway ? ['connector-runtime'] : ['api-gateway', 'connector-runtime'],
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
    sealingKeys: environment.SECRETS_KEYS,
    database,
    redis,
    broker,
    processes: () => ({
      ...Object.fromEntries([...workers].map(({ pid }, n) => [workerName(n), pid])),
      ...services,
      ...servers,
    }),
    async startWorker(own) {
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
    async stop() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      redis.disconnect();
      await broker.close();
      await database.end();
      await installation.stop();
    },
  };
}

const workerName = (n: number) => (n === 0 ? 'connector-runtime' : `connector-runtime ${n + 1}`);
