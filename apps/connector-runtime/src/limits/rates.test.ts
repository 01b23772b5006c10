import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { backends } from '@trellis/testing';
import { Redis } from 'ioredis';
import { testDatabase, type TestDatabase } from '../test-runtime.js';
import { createRemoteRates, Throttled, type RateStore } from './rates.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

for (const { backend, available } of backends) {
  (available ? describe : describe.skip)(`rate limits counted by ${backend}`, () => {
    let redis: Redis | undefined;
    let store: RateStore;
    beforeAll(() => {
      if (backend === 'Redis') redis = new Redis(process.env.TEST_REDIS_URL!);
      store = redis ? { redis } : { pool: database.pool };
    });
    afterAll(() => redis?.disconnect());

    const limited = (limits: object) => ({ typeId: `test-${randomUUID()}`, limits });
    const hour = 60 * 60_000;

    test('are shared by all workers', async () => {
      const connector = limited({ client: { requests: 10, per: hour } });
      const of = { instance: 'instance', client: 'client' };
      const workers = [1, 2, 3].map(() => createRemoteRates(store)(connector, of));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, number) => workers[number % 3]!()),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    });

    test('keep clients apart, and count those of an instance together', async () => {
      const connector = limited({
        client: { requests: 2, per: hour },
        instance: { requests: 3, per: hour },
      });
      const spend = (client: string) =>
        createRemoteRates(store)(connector, { instance: 'instance', client })();
      await spend('one');
      await spend('one');
      await expect(spend('one')).rejects.toBeInstanceOf(Throttled);
      await spend('other');
      await expect(spend('third')).rejects.toBeInstanceOf(Throttled);
    });

    test('say when to come again', async () => {
      const connector = limited({ client: { requests: 1, per: hour } });
      const spend = createRemoteRates(store)(connector, { instance: 'instance', client: 'client' });
      await spend();
      const refusal = await spend().catch((error: unknown) => error as Throttled);
      expect(refusal).toMatchObject({ retryAfter: expect.any(Number) });
      expect((refusal as Throttled).retryAfter).toBeLessThanOrEqual(hour);
      expect((refusal as Throttled).retryAfter).toBeGreaterThan(hour / 2);
    });

    test('that are soon over are waited for', async () => {
      const connector = limited({ client: { requests: 1, per: 1_000 } });
      const spend = createRemoteRates(store)(connector, { instance: 'instance', client: 'client' });
      await spend();
      await expect(spend()).resolves.toBeUndefined();
    });
  });
}
