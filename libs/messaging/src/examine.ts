import type { Finding } from '@trellis/contracts';
import { withTimeout } from '@trellis/platform/concurrency';
import { Cluster, type Redis } from 'ioredis';
import pg from 'pg';
import { readPostgresTime } from './backends/postgres.js';
import { connectRedis, isClusterUrl } from './connect-redis.js';

/** The oldest version that the queues are tested with. */
const minVersion = 7;

/** Clocks that differ by more are reported (ms). */
const maxSkewMs = 1_000;

/** Of what Redis may use, the share at which it is nearly full. */
const nearlyFull = 0.8;

/** How long a server may take to answer (ms). */
const timeoutMs = 3_000;

interface Addresses {
  redisUrl: string | undefined;
  /** Where the queues are without `redisUrl`. */
  databaseUrl: string | undefined;
}

/**
 * Examines the server with the queues: of Redis version, persistence, eviction, memory and clock, of PostgreSQL the
 * clock. Of a cluster it examines each master, and whether the cluster is complete.
 */
export async function examineQueues({ redisUrl, databaseUrl }: Addresses): Promise<Finding[]> {
  return redisUrl ? examineRedis(redisUrl) : examinePostgres(databaseUrl);
}

async function examinePostgres(connectionString: string | undefined): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const time = await readPostgresTime(client);
    const found = 'In PostgreSQL, which is meant for small installations.';
    return [{ what: 'queues', found }, examineClock(time, 'PostgreSQL')];
  } catch {
    const remedy =
      'Start PostgreSQL, and see that QUEUE_DATABASE_URL, or without it DATABASE_URL, has its address and password.';
    return [{ what: 'queues', found: 'Their PostgreSQL does not answer.', remedy }];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function examineRedis(redisUrl: string): Promise<Finding[]> {
  const redis = connectRedis(redisUrl, {
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    ...(!isClusterUrl(redisUrl) && { retryStrategy: () => null }),
  });
  redis.on('error', () => undefined);
  try {
    return await (redis instanceof Cluster ? examineCluster(redis) : examineServer(redis));
  } catch {
    const remedy = 'Start Redis, and see that REDIS_URL has its address and password.';
    return [{ what: 'Redis', found: 'It does not answer.', remedy }];
  } finally {
    redis.disconnect();
  }
}

async function examineServer(redis: Redis): Promise<Finding[]> {
  const [info, [seconds]] = await Promise.all([redis.info(), redis.time()]);
  return [...examineInfo(info), examineClock(Number(seconds) * 1_000, 'Redis')];
}

async function examineCluster(cluster: Cluster): Promise<Finding[]> {
  // Without a node that answers it would be tried for ever.
  const state = await withTimeout(cluster.cluster('INFO') as Promise<string>, timeoutMs);
  const masters = await Promise.all(
    cluster.nodes('master').map(async (master) => {
      const { host, port } = master.options;
      const of = (finding: Finding) => ({ ...finding, what: `${finding.what} (${host}:${port})` });
      try {
        return [examineReplicas(await master.info()), ...(await examineServer(master))].map(of);
      } catch {
        const remedy = 'Start it, or have a replica take over.';
        return [of({ what: 'Redis', found: 'It does not answer.', remedy })];
      }
    }),
  );
  return [examineState(state), ...masters.flat()];
}

/** Examines what a node says of the cluster (`CLUSTER INFO`). */
export function examineState(info: string): Finding {
  const valueOf = valuesIn(info);
  const [state, slots] = [valueOf('cluster_state'), Number(valueOf('cluster_slots_ok'))];
  const what = 'Redis Cluster';
  const found = `Its state is ${state}; ${slots} of 16384 slots are served by ${valueOf('cluster_size')} masters.`;
  if (state === 'ok' && slots === 16_384) return { what, found };
  return {
    what,
    found,
    remedy: 'See `redis-cli --cluster check`, and start the masters that are missing.',
  };
}

/** Examines whether a master has a replica that can take over (`INFO`). */
export function examineReplicas(info: string): Finding {
  const count = Number(valuesIn(info)('connected_slaves'));
  const what = 'Redis replicas';
  const found = `${count} are connected.`;
  if (count > 0) return { what, found };
  return {
    what,
    found,
    remedy: 'Add a replica: without one its jobs stand still when it is lost.',
  };
}

/** Examines what Redis says of itself (`INFO`). */
export function examineInfo(info: string): Finding[] {
  const valueOf = valuesIn(info);
  const version = valueOf('redis_version');
  const policy = valueOf('maxmemory_policy');
  const isDurable = valueOf('aof_enabled') === '1';
  const [used, max] = [Number(valueOf('used_memory')), Number(valueOf('maxmemory'))];
  const found = (finding: Finding, isGood: boolean): Finding =>
    isGood ? { what: finding.what, found: finding.found } : finding;
  return [
    found(
      {
        what: 'Redis version',
        found: version,
        remedy: `Install Redis ${minVersion} or newer.`,
      },
      Number.parseInt(version) >= minVersion,
    ),
    found(
      {
        what: 'Redis persistence',
        found: `appendonly is ${isDurable ? 'on' : 'off'}.`,
        remedy: 'Set `appendonly yes`: a restart loses jobs that wait.',
      },
      isDurable,
    ),
    found(
      {
        what: 'Redis eviction',
        found: `maxmemory-policy is ${policy}.`,
        remedy: 'Set `maxmemory-policy noeviction`: any other deletes jobs when memory is short.',
      },
      policy === 'noeviction',
    ),
    found(
      {
        what: 'Redis memory',
        found:
          max > 0 ? `${used} of ${max} bytes are used.` : `${used} bytes are used, without limit.`,
        remedy:
          max > 0
            ? 'Raise `maxmemory`, or see which queue grows (trellis_jobs).'
            : 'Set `maxmemory` to about half of the memory of its machine: without it no alert comes before ' +
              'the system ends Redis.',
      },
      used < max * nearlyFull,
    ),
  ];
}

function examineClock(serverTime: number, server: 'Redis' | 'PostgreSQL'): Finding {
  const skewMs = Date.now() - serverTime;
  const what = 'clock';
  // Redis tells whole seconds here.
  if (Math.abs(skewMs) < maxSkewMs + 1_000) {
    return { what, found: `It agrees with that of ${server}.` };
  }
  const found = `It differs from that of ${server} by ${Math.round(skewMs / 1_000)} s.`;
  return { what, found, remedy: 'Set up NTP on both machines.' };
}

/** The values in what Redis says, by their names. */
const valuesIn = (info: string) => (name: string) =>
  new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';
