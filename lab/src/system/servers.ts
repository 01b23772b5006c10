import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateKey } from '@trellis/sealing';
import type { ServiceName } from '@trellis/testing';
import { createDisk, type Disk } from './disk.js';
import { startPostgres, type Postgres } from './postgres.js';
import { startNetwork, type Network } from './network.js';
import { startRedis, type Redis } from './redis.js';
import { roleOf } from './roles.js';
import { runProgram, type Program } from './service.js';

export type Queues = 'Redis' | 'PostgreSQL';

type Environment = Record<string, string>;

/** The servers of the product, which can be made to fail, with the schemas and roles of the services. */
export interface Servers {
  jwtSecret: string;
  /** `SECRETS_KEYS` of all services. */
  secretsKeys: string;
  queues: Queues;
  /** The networks between processes and servers. */
  networks: { service: ServiceName; server: Queues; network: Network }[];
  postgres: Postgres;
  redis: Redis | undefined;
  disk: Disk;
  /** Returns the environment of a new process, which has its own network to each server. */
  environmentOf(service: ServiceName): Promise<Environment>;
  /** Returns the name, builds and log file of a service. */
  programOf(service: ServiceName): Program;
  /** Migrates the schemas to those of a build. */
  migrate(builds?: string): Promise<void>;
  stop(): Promise<void>;
}

const jwtSecret = 'a secret of the tests that is long enough';

interface ServersOptions {
  queues: Queues;
  /** The folder into which the services log. */
  logs: string;
  /** The folder with the builds whose schemas are created. */
  builds?: string;
}

export async function startServers({ queues, logs, builds }: ServersOptions): Promise<Servers> {
  mkdirSync(logs, { recursive: true });
  const disk = createDisk();
  const stops: (() => unknown)[] = [() => disk.remove()];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const postgres = await startPostgres(disk.directory);
    stops.push(() => postgres.stop());
    const redis = queues === 'Redis' ? await startRedis(disk.directory) : undefined;
    stops.push(() => redis?.stop());

    const networks: Servers['networks'] = [];
    const connect = async (service: ServiceName, server: Queues, port: () => number) => {
      const network = await startNetwork(port);
      stops.push(() => network.close());
      networks.push({ service, server, network });
      return network.port;
    };
    const secretsKeys = generateKey();
    const shared = {
      JWT_SECRET: jwtSecret,
      SECRETS_KEYS: secretsKeys,
      EGRESS_PRIVATE: 'allow',
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const environmentOf = async (service: ServiceName): Promise<Environment> => {
      const usesDatabase = service !== 'api-gateway' || !redis;
      const [own, ofQueues] = [
        new URL(postgres.url(roleOf[service])),
        new URL(postgres.url('trellis_queues')),
      ];
      if (usesDatabase)
        own.port = ofQueues.port = String(await connect(service, 'PostgreSQL', postgres.port));
      return {
        ...shared,
        ...(usesDatabase && { DATABASE_URL: own.href, QUEUE_DATABASE_URL: ofQueues.href }),
        ...(redis && {
          REDIS_URL: `redis://127.0.0.1:${await connect(service, 'Redis', () => redis.port)}`,
        }),
      };
    };
    const programOf = (name: ServiceName): Program => ({
      name,
      logFile: join(logs, `${name}.log`),
    });

    const migrate = async (builds?: string) => {
      for (const name of ['units-service', 'connector-runtime'] as const) {
        const environment = { ...shared, DATABASE_URL: postgres.url(roleOf[name]) };
        await runProgram({ ...programOf(name), builds, program: 'migrate', environment });
      }
    };
    await migrate(builds);
    return {
      jwtSecret,
      secretsKeys,
      queues,
      networks,
      postgres,
      redis,
      disk,
      environmentOf,
      programOf,
      migrate,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
