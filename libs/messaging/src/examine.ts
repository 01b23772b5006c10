import type { Finding } from '@trellis/contracts';
import { Redis } from 'ioredis';

/** The oldest version that the queues are tested with. */
const minVersion = 7;

/** Clocks that differ by more are reported (ms). */
const maxSkewMs = 1_000;

/** Of what Redis may use, the share at which it is nearly full. */
const nearlyFull = 0.8;

/** Examines the server with the queues: version, persistence, eviction, memory and clock. */
export async function examineQueues(redisUrl: string | undefined): Promise<Finding[]> {
  if (!redisUrl) {
    return [{ what: 'queues', found: 'In PostgreSQL, which is meant for small installations.' }];
  }
  const redis = new Redis(redisUrl, {
    connectTimeout: 3_000,
    commandTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    const [info, [seconds]] = await Promise.all([redis.info(), redis.time()]);
    return [...examineInfo(info), examineClock(Number(seconds) * 1_000)];
  } catch {
    const remedy = 'Start Redis, and see that REDIS_URL has its address and password.';
    return [{ what: 'Redis', found: 'It does not answer.', remedy }];
  } finally {
    redis.disconnect();
  }
}

/** Examines what Redis says of itself (`INFO`). */
export function examineInfo(info: string): Finding[] {
  const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';
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
        remedy: 'Raise `maxmemory`, or see which queue grows (trellis_jobs).',
      },
      max === 0 || used < max * nearlyFull,
    ),
  ];
}

function examineClock(serverTime: number): Finding {
  const skewMs = Date.now() - serverTime;
  const what = 'clock';
  // Redis tells whole seconds here.
  if (Math.abs(skewMs) < maxSkewMs + 1_000) return { what, found: 'It agrees with that of Redis.' };
  const found = `It differs from that of Redis by ${Math.round(skewMs / 1_000)} s.`;
  return { what, found, remedy: 'Set up NTP on both machines.' };
}
