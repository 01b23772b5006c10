import type { CheckResult } from '@trellis/contracts';
import { withTimeout } from '@trellis/platform/concurrency';
import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import pg from 'pg';
import { readPostgresTime } from './backends/postgres.js';
import { connectRedis, isClusterUrl } from './connect-redis.js';

/** Oldest version with which the queues are tested. */
const minVersion = 7;

/** Largest difference between clocks that is not reported (ms). */
const maxSkewMs = 1_000;

/** Share of its limit above which the memory of Redis is nearly full. */
const nearlyFull = 0.8;

/** Timeout of a server (ms). */
const timeoutMs = 3_000;

interface Addresses {
  redisUrl: string | undefined;
  /** Address of the queues without `redisUrl`. */
  databaseUrl: string | undefined;
}

/**
 * Checks the server of the queues: version, persistence, eviction, memory and clock of Redis, or the clock of PostgreSQL.
 * Of a cluster it checks each master, and whether the cluster is complete.
 */
export async function checkQueues({ redisUrl, databaseUrl }: Addresses): Promise<CheckResult[]> {
  return redisUrl ? checkRedis(redisUrl) : checkPostgres(databaseUrl);
}

/** Returns a result, with the remedy only if something is wrong. */
const resultOf = (isGood: boolean, result: Required<CheckResult>): CheckResult =>
  isGood ? { what: result.what, found: result.found } : result;

async function checkPostgres(connectionString: string | undefined): Promise<CheckResult[]> {
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
    return [{ what: 'queues', found }, checkClock(time, 'PostgreSQL')];
  } catch {
    const remedy =
      'Start PostgreSQL, and see that QUEUE_DATABASE_URL, or without it DATABASE_URL, has its address and password.';
    return [{ what: 'queues', found: 'Their PostgreSQL does not answer.', remedy }];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkRedis(redisUrl: string): Promise<CheckResult[]> {
  const options: RedisOptions = {
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
  };
  if (!isClusterUrl(redisUrl)) options.retryStrategy = () => null;
  const redis = connectRedis(redisUrl, options);
  redis.on('error', () => undefined);
  try {
    return await (redis instanceof Cluster ? checkCluster(redis) : checkServer(redis));
  } catch {
    const remedy = 'Start Redis, and see that REDIS_URL has its address and password.';
    return [{ what: 'Redis', found: 'It does not answer.', remedy }];
  } finally {
    redis.disconnect();
  }
}

async function checkServer(redis: Redis): Promise<CheckResult[]> {
  const [info, [seconds]] = await Promise.all([redis.info(), redis.time()]);
  return [...checkInfo(info), checkClock(Number(seconds) * 1_000, 'Redis')];
}

async function checkCluster(cluster: Cluster): Promise<CheckResult[]> {
  // If no node answers, ioredis retries for ever.
  const state = await withTimeout(cluster.cluster('INFO') as Promise<string>, timeoutMs);
  const masters = await Promise.all(
    cluster.nodes('master').map(async (master) => {
      const { host, port } = master.options;
      const of = (result: CheckResult) => ({ ...result, what: `${result.what} (${host}:${port})` });
      try {
        return [checkReplicas(await master.info()), ...(await checkServer(master))].map(of);
      } catch {
        const remedy = 'Start it, or have a replica take over.';
        return [of({ what: 'Redis', found: 'It does not answer.', remedy })];
      }
    }),
  );
  return [checkState(state), ...masters.flat()];
}

/** Checks whether a cluster is complete (`CLUSTER INFO`). */
export function checkState(info: string): CheckResult {
  const valueOf = valuesIn(info);
  const [state, slots] = [valueOf('cluster_state'), Number(valueOf('cluster_slots_ok'))];
  return resultOf(state === 'ok' && slots === 16_384, {
    what: 'Redis Cluster',
    found: `Its state is ${state}; ${slots} of 16384 slots are served by ${valueOf('cluster_size')} masters.`,
    remedy: 'See `redis-cli --cluster check`, and start the masters that are missing.',
  });
}

/** Checks whether a master has a replica that can take over (`INFO`). */
export function checkReplicas(info: string): CheckResult {
  const count = Number(valuesIn(info)('connected_slaves'));
  return resultOf(count > 0, {
    what: 'Redis replicas',
    found: `${count} are connected.`,
    remedy: 'Add a replica: without one its jobs stand still when it is lost.',
  });
}

/** Checks version and settings of a Redis (`INFO`). */
export function checkInfo(info: string): CheckResult[] {
  const valueOf = valuesIn(info);
  const version = valueOf('redis_version');
  const policy = valueOf('maxmemory_policy');
  const isDurable = valueOf('aof_enabled') === '1';
  const [used, max] = [Number(valueOf('used_memory')), Number(valueOf('maxmemory'))];
  const memory =
    max > 0
      ? {
          found: `${used} of ${max} bytes are used.`,
          remedy: 'Raise `maxmemory`, or see which queue grows (trellis_jobs).',
        }
      : {
          found: `${used} bytes are used, without limit.`,
          remedy:
            'Set `maxmemory` to about half of the memory of its machine: without it no alert comes before ' +
            'the system ends Redis.',
        };
  return [
    resultOf(Number.parseInt(version) >= minVersion, {
      what: 'Redis version',
      found: version,
      remedy: `Install Redis ${minVersion} or newer.`,
    }),
    resultOf(isDurable, {
      what: 'Redis persistence',
      found: `appendonly is ${isDurable ? 'on' : 'off'}.`,
      remedy: 'Set `appendonly yes`: a restart loses jobs that wait.',
    }),
    resultOf(policy === 'noeviction', {
      what: 'Redis eviction',
      found: `maxmemory-policy is ${policy}.`,
      remedy: 'Set `maxmemory-policy noeviction`: any other deletes jobs when memory is short.',
    }),
    resultOf(used < max * nearlyFull, { what: 'Redis memory', ...memory }),
  ];
}

function checkClock(serverTime: number, server: 'Redis' | 'PostgreSQL'): CheckResult {
  const skewMs = Date.now() - serverTime;
  const what = 'clock';
  // `TIME` of Redis is read in whole seconds.
  if (Math.abs(skewMs) < maxSkewMs + 1_000) {
    return { what, found: `It agrees with that of ${server}.` };
  }
  const found = `It differs from that of ${server} by ${Math.round(skewMs / 1_000)} s.`;
  return { what, found, remedy: 'Set up NTP on both machines.' };
}

/** Returns a function that reads values in an answer of Redis by name. */
const valuesIn = (info: string) => (name: string) =>
  new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';
