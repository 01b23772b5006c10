import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateKey } from '@trellis/sealing';
import type { ServiceName } from '@trellis/testing';
import getPort from 'get-port';
import { createDisk, type Disk } from './disk.js';
import { startPostgres, type Postgres } from './postgres.js';
import { startNetwork, type Network } from './proxy.js';
import { startRedis, type Redis } from './redis.js';
import { migrate, startService, type Service } from './service.js';

/** Where the queues are. */
export type Queues = 'Redis' | 'PostgreSQL';

/** The product with everything it depends on, each part of which can be made to fail. */
export interface System {
  /** Base URL, without a trailing slash. */
  address: string;
  jwtSecret: string;
  queues: Queues;
  services: Record<ServiceName, Service>;
  /** The networks between the services and each server. */
  networks: { service: ServiceName; server: 'Redis' | 'PostgreSQL'; network: Network }[];
  postgres: Postgres;
  redis: Redis | undefined;
  disk: Disk;
  stop(): Promise<void>;
}

const serviceNames: ServiceName[] = ['units-service', 'connector-runtime', 'api-gateway'];
const jwtSecret = 'a secret of the tests that is long enough';

/** Starts everything; the services log into files of a folder. */
export async function startSystem(queues: Queues, logs: string): Promise<System> {
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
    const optionsOf = (name: ServiceName, environment: Record<string, string>) => ({
      name,
      environment,
      logFile: join(logs, `${name}.log`),
    });

    const networks: System['networks'] = [];
    const connect = async (service: ServiceName, server: Queues, port: () => number) => {
      const network = await startNetwork(port);
      stops.push(() => network.close());
      networks.push({ service, server, network });
      return network.port;
    };
    /** The environment of a service, which reaches each server through a network of its own. */
    const environmentOf = async (service: ServiceName): Promise<Record<string, string>> => {
      const usesDatabase = service !== 'api-gateway' || !redis;
      const url = new URL(postgres.url());
      if (usesDatabase) url.port = String(await connect(service, 'PostgreSQL', postgres.port));
      return {
        ...shared,
        ...(usesDatabase && { DATABASE_URL: url.href, QUEUE_DATABASE_URL: url.href }),
        ...(redis && {
          REDIS_URL: `redis://127.0.0.1:${await connect(service, 'Redis', () => redis.port)}`,
        }),
      };
    };
    const port = await getPort();
    const shared = {
      PORT: String(port),
      JWT_SECRET: jwtSecret,
      SECRETS_KEYS: generateKey(),
      EGRESS_PRIVATE: 'allow',
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '0',
    };

    for (const name of ['units-service', 'connector-runtime'] as const) {
      await migrate(optionsOf(name, { ...shared, DATABASE_URL: postgres.url() }));
    }
    const services = {} as Record<ServiceName, Service>;
    for (const name of serviceNames) {
      services[name] = await startService(optionsOf(name, await environmentOf(name)));
      stops.push(() => services[name].stop());
    }
    const address = `http://127.0.0.1:${port}`;
    return { address, jwtSecret, queues, services, networks, postgres, redis, disk, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
