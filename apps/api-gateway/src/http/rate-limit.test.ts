import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startRedis } from '@trellis/testing';
import { Redis } from 'ioredis';
import { createRateLimit } from './rate-limit.js';

/** How many of `total` requests, a hundred at a time, pass. */
async function countPassed(request: () => Promise<void>, total: number): Promise<number> {
  let passed = 0;
  for (let sent = 0; sent < total; sent += 100) {
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, request));
    passed += outcomes.filter(({ status }) => status === 'fulfilled').length;
  }
  return passed;
}

describe('a rate limit', () => {
  test('rejects requests over it, and says when to retry', async () => {
    const count = createRateLimit(2, undefined);
    await count('ada');
    await count('ada');
    await expect(count('ada')).rejects.toMatchObject({
      code: 'rate_limited',
      extras: { retry_after: expect.any(Number) },
    });
    await expect(count('grace')).resolves.toBeUndefined();
  });

  test('of zero means no limit', async () => {
    const count = createRateLimit(0, undefined);
    for (let request = 0; request < 100; request += 1) await count('ada');
  });

  test('counts exactly, although it is taken in parts', async () => {
    const count = createRateLimit(5_000, undefined);
    expect(await countPassed(() => count('ada'), 5_100)).toBe(5_000);
  });

  (process.env.TEST_REDIS_URL ? test : test.skip)(
    'shared by gateways is never exceeded, and one in a thousand may be left at each',
    async () => {
      const redis = new Redis(process.env.TEST_REDIS_URL!);
      const key = randomUUID();
      const gateways = [createRateLimit(10_000, redis), createRateLimit(10_000, redis)];
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
      const [one, other] = clients.map((client) => createRateLimit(2, client));
      await one!('ada');
      await other!('ada');
      await expect(one!('ada')).rejects.toMatchObject({ code: 'rate_limited' });
      await server.stop();
      await expect(one!('grace')).resolves.toBeUndefined();
      for (const client of clients) client.disconnect();
    },
  );
});
