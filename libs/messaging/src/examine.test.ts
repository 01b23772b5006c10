import { describe, expect, test } from '@jest/globals';
import { startRedis } from '@trellis/testing';
import { examineInfo, examineQueues } from './examine.js';

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
  examineInfo(infoOf({ ...good, ...members }))
    .filter(({ remedy }) => remedy !== undefined)
    .map(({ what }) => what);

test.each([
  [{}, []],
  [{ maxmemory: '0' }, []],
  [{ redis_version: '10.0.0' }, []],
  [{ redis_version: '6.2.14' }, ['Redis version']],
  [{ aof_enabled: '0' }, ['Redis persistence']],
  [{ maxmemory_policy: 'allkeys-lru' }, ['Redis eviction']],
  [{ used_memory: '800' }, ['Redis memory']],
])('a Redis with %j has these faults: %j', (members, faults) => {
  expect(wrongIn(members)).toEqual(faults);
});

test('a Redis that does not answer is a finding, and not waited for', async () => {
  expect(await examineQueues('redis://:hush@127.0.0.1:1')).toEqual([
    { what: 'Redis', found: 'It does not answer.', remedy: expect.stringMatching('REDIS_URL') },
  ]);
});

(process.env.TEST_REDIS_URL ? describe : describe.skip)('a real Redis', () => {
  test('is examined as it is', async () => {
    const redis = (await startRedis())!;
    try {
      const findings = await examineQueues(redis.url);
      expect(findings.map(({ what }) => what)).toContain('clock');
      const faults = findings.filter(({ remedy }) => remedy !== undefined);
      expect(faults).toEqual([expect.objectContaining({ what: 'Redis persistence' })]);
    } finally {
      await redis.stop();
    }
  });
});
