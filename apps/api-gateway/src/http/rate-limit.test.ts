import { describe, expect, test } from '@jest/globals';
import { startRedis } from '@trellis/testing';
import { Redis } from 'ioredis';
import { createRateLimit } from './rate-limit.js';

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
