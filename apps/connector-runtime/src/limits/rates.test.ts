import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { RateLimits as Limits } from '@trellis/connector-sdk';
import { backends } from '@trellis/testing';
import { Redis } from 'ioredis';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { createRateLimits, Throttled, type RateStore } from './rates.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const hourMs = 60 * 60_000;
const limited = (limits: Limits) => ({ typeId: `test-${randomUUID()}`, limits });

for (const { backend, available } of backends) {
  (available ? describe : describe.skip)(`rate limits counted by ${backend}`, () => {
    let redis: Redis | undefined;
    let store: RateStore;
    beforeAll(() => {
      if (backend === 'Redis') redis = new Redis(process.env.TEST_REDIS_URL!);
      store = redis ? { redis } : { pool: testing.pool };
    });
    afterAll(() => redis?.disconnect());

    test('are shared by all workers', async () => {
      const connector = limited({ client: { requests: 10, perMs: hourMs } });
      const of = { instance: 'instance', client: 'client' };
      const workers = [1, 2, 3].map(() => createRateLimits(store)(connector, of));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, number) => workers[number % 3]!()),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    });

    test('keep clients apart, and count those of an instance together', async () => {
      const connector = limited({
        client: { requests: 2, perMs: hourMs },
        instance: { requests: 3, perMs: hourMs },
      });
      const acquire = (client: string) =>
        createRateLimits(store)(connector, { instance: 'instance', client })();
      await acquire('one');
      await acquire('one');
      await expect(acquire('one')).rejects.toBeInstanceOf(Throttled);
      await acquire('other');
      await expect(acquire('third')).rejects.toBeInstanceOf(Throttled);
    });

    test('say when to come again', async () => {
      const connector = limited({ client: { requests: 1, perMs: hourMs } });
      const acquire = createRateLimits(store)(connector, {
        instance: 'instance',
        client: 'client',
      });
      await acquire();
      const refusal: unknown = await acquire().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Throttled);
      const { retryAfterMs } = refusal as Throttled;
      expect(retryAfterMs).toBeLessThanOrEqual(hourMs);
      expect(retryAfterMs).toBeGreaterThan(hourMs / 2);
    });

    test('last no longer if the clock of the worker that began them was ahead', async () => {
      const connector = limited({ client: { requests: 1, perMs: hourMs } });
      const of = { instance: 'instance', client: 'client' };
      const acquire = createRateLimits(store)(connector, of);
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * 24 * hourMs);
      await acquire();
      jest.restoreAllMocks();
      await acquire().catch(() => undefined);
      const refusal: unknown = await acquire().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Throttled);
      expect((refusal as Throttled).retryAfterMs).toBeLessThanOrEqual(hourMs);
    });

    test('that are soon over are waited for', async () => {
      const connector = limited({ client: { requests: 1, perMs: 1_000 } });
      const acquire = createRateLimits(store)(connector, {
        instance: 'instance',
        client: 'client',
      });
      await acquire();
      await expect(acquire()).resolves.toBeUndefined();
    });
  });
}
