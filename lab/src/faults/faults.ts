import { serviceNames, type ServiceName } from '@trellis/testing';
import type { Condition } from '../system/network.js';
import type { Postgres } from '../system/postgres.js';
import type { Redis } from '../system/redis.js';
import type { System } from '../system/system.js';
import type { Random } from './random.js';

/** Something that fails, and that ends. */
export interface Fault {
  name: string;
  /** Whether this system can be made to fail so. */
  isPossible?(system: System): boolean;
  /** Whether requests may go unanswered, because they have nowhere to go. */
  silencesGateway?: boolean;
  /** Begins it; the function that is returned ends it. */
  begin(system: System, random: Random): Promise<() => unknown>;
}

const endsByItself = () => undefined;

const offsetsMs = [-90_000, -20_000, 20_000, 90_000];

function faultsOf(service: ServiceName): Fault[] {
  const silencesGateway = service === 'api-gateway';
  return [
    {
      name: `${service} killed`,
      silencesGateway,
      async begin({ services }) {
        services[service].kill('SIGKILL');
        return endsByItself;
      },
    },
    {
      name: `${service} stopped`,
      silencesGateway,
      async begin({ services }) {
        services[service].kill('SIGSTOP');
        return () => services[service].kill('SIGCONT');
      },
    },
    {
      name: `${service} with another time`,
      async begin({ services }, random) {
        services[service].setClock(random.pick(offsetsMs));
        return () => services[service].setClock(0);
      },
    },
  ];
}

const redisFault = (name: string, begin: (redis: Redis) => Promise<() => unknown>): Fault => ({
  name: `Redis ${name}`,
  isPossible: ({ redis }) => redis !== undefined,
  begin: ({ redis }) => begin(redis!),
});

const redisFaults: Fault[] = [
  redisFault('restarted with its data', async (redis) => {
    await redis.crash();
    return () => redis.start();
  }),
  redisFault('restarted without its data', async (redis) => {
    await redis.crash();
    redis.forget();
    return () => redis.start();
  }),
  redisFault('emptied', async (redis) => {
    await redis.administer((connection) => connection.flushall());
    return endsByItself;
  }),
  redisFault('full', async (redis) => {
    const limit = (bytes: number) =>
      redis.administer((connection) => connection.config('SET', 'maxmemory', bytes));
    await limit(1);
    return () => limit(0);
  }),
  redisFault('stopped', async (redis) => {
    redis.signal('SIGSTOP');
    return () => redis.signal('SIGCONT');
  }),
];

const postgresFault = (
  name: string,
  begin: (postgres: Postgres, system: System) => Promise<() => unknown>,
): Fault => ({
  name: `PostgreSQL ${name}`,
  begin: (system) => begin(system.postgres, system),
});

const postgresFaults: Fault[] = [
  postgresFault('restarted', async (postgres) => {
    await postgres.crash();
    return () => postgres.start();
  }),
  postgresFault('failing over', async (postgres, { networks }) => {
    const standby = await postgres.createStandby();
    await postgres.crash();
    return async () => {
      await standby.takeOver();
      for (const { server, network } of networks) {
        if (server === 'PostgreSQL') network.breakConnections();
      }
    };
  }),
  postgresFault('read-only', async (postgres) => {
    await postgres.setReadOnly(true);
    return () => postgres.setReadOnly(false);
  }),
  {
    ...postgresFault('full', async (_postgres, { disk }) => {
      disk.fill();
      return () => disk.free();
    }),
    isPossible: ({ disk }) => disk.isOwn,
  },
];

/** Creates a fault of networks that fail together: all to one server, all of one service, or a single one. */
const networkFault = (name: string, conditionOf: (random: Random) => Condition): Fault => ({
  name: `network ${name}`,
  async begin({ networks }, random) {
    const one = random.pick(networks);
    const extent = random.pick(['server', 'service', 'one'] as const);
    const isAffected = (other: typeof one) =>
      other === one || (extent !== 'one' && other[extent] === one[extent]);
    const affected = networks.filter(isAffected);
    const become = (condition: Condition) =>
      affected.forEach(({ network }) => network.become(condition));
    become(conditionOf(random));
    return () => become('whole');
  },
});

export const faults: readonly Fault[] = [
  ...serviceNames.flatMap(faultsOf),
  ...redisFaults,
  ...postgresFaults,
  networkFault('cut', () => 'cut'),
  networkFault('reset', () => 'reset'),
  networkFault('slow', (random) => ({ delayMs: random.integer(50, 400) })),
];
