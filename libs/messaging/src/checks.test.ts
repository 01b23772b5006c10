import { describe, expect, jest, test } from '@jest/globals';
import { createDatabase, startRedis, startRedisCluster, waitFor } from '@trellis/testing';
import { checkInfo, checkQueues, checkReplicas, checkState } from './checks.js';

const check = (redisUrl: string) => checkQueues({ redisUrl, databaseUrl: undefined });

const good = {
  redis_version: '7.2.4',
  aof_enabled: '1',
  maxmemory_policy: 'noeviction',
  used_memory: '100',
  maxmemory: '1000',
};
const infoOf = (members: object) =>
  ['# Server', ...Object.entries(members).map(([name, value]) => `${name}:${value}`)].join('\r\n');
const wrongIn = (members: Partial<typeof good>) =>
  checkInfo(infoOf({ ...good, ...members }))
    .filter(({ remedy }) => remedy !== undefined)
    .map(({ what }) => what);

test.each([
  [{}, []],
  [{ maxmemory: '0' }, ['Redis memory']],
  [{ redis_version: '10.0.0' }, []],
  [{ redis_version: '6.2.14' }, ['Redis version']],
  [{ aof_enabled: '0' }, ['Redis persistence']],
  [{ maxmemory_policy: 'allkeys-lru' }, ['Redis eviction']],
  [{ used_memory: '800' }, ['Redis memory']],
])('a Redis with %j has these faults: %j', (members, faults) => {
  expect(wrongIn(members)).toEqual(faults);
});

test('a Redis that does not answer is wrong, and not waited for', async () => {
  expect(await check('redis://:hush@127.0.0.1:1')).toEqual([
    { what: 'Redis', found: 'It does not answer.', remedy: expect.stringMatching('REDIS_URL') },
  ]);
});

describe('queues in PostgreSQL', () => {
  test('have their clock compared', async () => {
    const results = await checkQueues({
      redisUrl: undefined,
      databaseUrl: await createDatabase(),
    });
    expect(results).toEqual([
      { what: 'queues', found: expect.stringMatching('In PostgreSQL') },
      { what: 'clock', found: 'It agrees with that of PostgreSQL.' },
    ]);
  });

  test('are told of when the clock differs', async () => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 90_000);
    try {
      const databaseUrl = await createDatabase();
      const results = await checkQueues({ redisUrl: undefined, databaseUrl });
      expect(results[1]).toEqual({
        what: 'clock',
        found: expect.stringMatching(/^It differs from that of PostgreSQL by \d+ s\.$/),
        remedy: expect.stringMatching('NTP'),
      });
    } finally {
      jest.restoreAllMocks();
    }
  });

  test('that do not answer are wrong', async () => {
    const databaseUrl = 'postgresql://trellis:hush@127.0.0.1:1/trellis';
    expect(await checkQueues({ redisUrl: undefined, databaseUrl })).toEqual([
      {
        what: 'queues',
        found: expect.any(String),
        remedy: expect.stringMatching('QUEUE_DATABASE'),
      },
    ]);
  });
});

test.each([
  ['cluster_state:ok\r\ncluster_slots_ok:16384\r\ncluster_size:3', true],
  ['cluster_state:ok\r\ncluster_slots_ok:10923\r\ncluster_size:3', false],
  ['cluster_state:fail\r\ncluster_slots_ok:16384\r\ncluster_size:3', false],
])('a cluster that says %j is good: %j', (info, isGood) => {
  expect(checkState(info).remedy === undefined).toBe(isGood);
});

test.each([
  ['connected_slaves:1', true],
  ['connected_slaves:0', false],
])('a master that says %j is good: %j', (info, isGood) => {
  expect(checkReplicas(info).remedy === undefined).toBe(isGood);
});

test('a cluster that does not answer is wrong, and not waited for', async () => {
  expect(await check('redis+cluster://:hush@127.0.0.1:1')).toEqual([
    { what: 'Redis', found: 'It does not answer.', remedy: expect.stringMatching('REDIS_URL') },
  ]);
});

(process.env.TEST_REDIS_URL ? describe : describe.skip)('a real Redis', () => {
  test('is checked', async () => {
    const redis = (await startRedis())!;
    try {
      const results = await check(redis.url);
      expect(results.map(({ what }) => what)).toContain('clock');
      const faults = results.filter(({ remedy }) => remedy !== undefined);
      expect(faults).toEqual([expect.objectContaining({ what: 'Redis persistence' })]);
    } finally {
      await redis.stop();
    }
  });

  test('of a cluster is checked on every master', async () => {
    const cluster = (await startRedisCluster())!;
    try {
      const isWhole = (results: { what: string; remedy?: string }[]) =>
        results.some(({ what, remedy }) => what === 'Redis Cluster' && !remedy);
      const results = await waitFor(async () => {
        const found = await check(cluster.url);
        return isWhole(found) && found;
      });
      const faults = results.filter(({ remedy }) => remedy !== undefined);
      for (const { url } of cluster.masters) {
        const of = `(${new URL(url).host})`;
        const whats = faults.map(({ what }) => what).filter((what) => what.endsWith(of));
        expect(whats).toEqual([`Redis replicas ${of}`, `Redis persistence ${of}`]);
      }
      expect(faults).toHaveLength(6);

      await cluster.masters[0]!.kill();
      const after = await waitFor(async () => {
        const found = await check(cluster.url);
        return !isWhole(found) && found;
      });
      expect(after.map(({ found }) => found).join()).toMatch(/not answer|10922|10923/);
    } finally {
      await cluster.stop();
    }
  });
});
