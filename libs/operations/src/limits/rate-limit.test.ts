import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe, expect, test } from '@jest/globals';
import { startRedis } from '@trellis/testing';
import { type CountRequest, createRateLimit } from './rate-limit.js';

const limitOf = (perMinute: number, redis?: Redis) =>
  createRateLimit({ name: 'test', perMinute, redis });

/** How many of `total` requests, a hundred at a time, pass. */
async function countPassed(
  request: () => ReturnType<CountRequest>,
  total: number,
): Promise<number> {
  let passed = 0;
  for (let sent = 0; sent < total; sent += 100) {
    const outcomes = await Promise.all(Array.from({ length: 100 }, request));
    passed += outcomes.filter((counted) => !counted!.problem).length;
  }
  return passed;
}

describe('a rate limit', () => {
  test('rejects requests over it, and says when to retry', async () => {
    const count = limitOf(2);
    const states = [await count('ada'), await count('ada'), await count('ada')];
    expect(states.map((counted) => counted?.problem?.code)).toEqual([
      undefined,
      undefined,
      'rate_limited',
    ]);
    const { extras } = states[2]!.problem!;
    expect(states[2]!.state).toBe(`"test";r=0;t=${extras.retry_after}`);
    expect(await count('grace')).not.toHaveProperty('problem');
  });

  test('of zero means no limit', async () => {
    const count = limitOf(0);
    for (let request = 0; request < 100; request += 1) expect(await count('ada')).toBeUndefined();
  });

  test('counts exactly, although it is taken in parts', async () => {
    const count = limitOf(5_000);
    expect(await countPassed(() => count('ada'), 5_100)).toBe(5_000);
  });

  test('says what it is and what is left, across the parts in which it is taken', async () => {
    const count = limitOf(5_000);
    for (let sent = 1; sent <= 12; sent += 1) {
      const { policy, state } = (await count('ada'))!;
      expect(policy).toBe('"test";q=5000;w=60');
      expect(state).toMatch(new RegExp(`^"test";r=${5_000 - sent};t=([1-9]|[1-5]\\d|60)$`));
    }
  });

  (process.env.TEST_REDIS_URL ? test : test.skip)(
    'shared by gateways is never exceeded, and one in a thousand may be left at each',
    async () => {
      const redis = new Redis(process.env.TEST_REDIS_URL!);
      const key = randomUUID();
      const gateways = [limitOf(10_000, redis), limitOf(10_000, redis)];
      let commands = 0;
      const consume = redis.sendCommand.bind(redis);
      redis.sendCommand = (...args) => {
        commands += 1;
        return consume(...args);
      };
      let n = 0;
      const passed = await countPassed(() => gateways[n++ % 3 ? 0 : 1]!(key), 12_000);
      redis.disconnect();
      expect(passed).toBeLessThanOrEqual(10_000);
      expect(passed).toBeGreaterThanOrEqual(10_000 - 10);
      expect(commands).toBeLessThan(1_100);
    },
  );

  (process.env.TEST_REDIS_URL ? test : test.skip)(
    'is shared by all gateways, and each counts on its own while Redis is unavailable',
    async () => {
      const server = (await startRedis())!;
      const options = { enableOfflineQueue: false, commandTimeout: 250, lazyConnect: true };
      const clients = [new Redis(server.url, options), new Redis(server.url, options)];
      for (const client of clients) client.on('error', () => undefined);
      await Promise.all(clients.map((client) => client.connect()));
      const [one, other] = clients.map((client) => limitOf(2, client));
      await one!('ada');
      await other!('ada');
      expect(await one!('ada')).toMatchObject({ problem: { code: 'rate_limited' } });
      await server.stop();
      expect(await one!('grace')).not.toHaveProperty('problem');
      for (const client of clients) client.disconnect();
    },
  );
});
