import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateKey } from '@trellis/sealing';
import type { ServiceName } from '@trellis/testing';
import { presentBuild, servicesIn } from '../versions/builds.js';
import { createDisk } from './disk.js';
import { startPostgres } from './postgres.js';
import { startNetwork, type Network } from './network.js';
import { startRedis } from './redis.js';
import { roleOf } from './roles.js';
import { runProgram, type Program } from './service.js';

export type Queues = 'Redis' | 'PostgreSQL';

type Environment = Record<string, string>;

export type Servers = Awaited<ReturnType<typeof startServers>>;

const jwtSecret = 'a secret of the tests that is long enough';

interface ServersOptions {
  queues: Queues;
  /** The folder into which the services log. */
  logs: string;
  /** The folder with the builds whose schemas are created. */
  builds?: string;
}

/** Starts servers that can be made to fail, with the schemas and roles of the services. */
export async function startServers({ queues, logs, builds }: ServersOptions) {
  mkdirSync(logs, { recursive: true });
  const disk = createDisk();
  const stops: (() => unknown)[] = [() => disk.remove()];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const postgres = await startPostgres(disk.directory);
    stops.push(() => postgres.stop());
    const redis = queues === 'Redis' ? await startRedis(disk.directory) : undefined;
    stops.push(() => redis?.stop());

    /** The networks between processes and servers. */
    const networks: { service: ServiceName; server: Queues; network: Network }[] = [];
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
    /** Returns the environment of a new process, which has its own network to each server. */
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

    /** Migrates the schemas to those of a build. */
    const migrate = async (builds = presentBuild): Promise<void> => {
      for (const name of servicesIn(builds).filter((service) => service !== 'api-gateway')) {
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
