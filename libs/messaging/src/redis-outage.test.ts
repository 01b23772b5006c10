import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startRedis, type TestRedis } from '@trellis/testing';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { connectBroker, type Broker } from './broker.js';
import { createJobQueue, type DurableJob } from './jobs/durable.js';

const cleaning: DurableJob<{ room: string }> = {
  queue: 'cleaning',
  data: z.object({ room: z.string() }),
  attempts: 3,
  backoff: { firstMs: 60_000, maxMs: 60_000 },
};

(process.env.TEST_REDIS_URL ? describe : describe.skip)('while Redis fails', () => {
  let redis: TestRedis;
  let broker: Broker;
  beforeEach(async () => {
    redis = (await startRedis())!;
    broker = await connectBroker({ redisUrl: redis.url, databaseUrl: '' });
  });
  afterEach(async () => {
    redis.process.kill('SIGCONT');
    await broker.close();
    await redis.stop();
  });

  test('a subscription is refused rather than waited for', async () => {
    redis.process.kill('SIGSTOP');
    const subscribing = broker.hints.subscribe('doors', () => undefined);
    await expect(subscribing).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('an attempt is made although its outcome cannot be received', async () => {
    const jobs = createJobQueue(broker, cleaning);
    const admin = new Redis(redis.url);
    await admin.flushall();
    admin.disconnect();
    const attempt = jobs.attempt('attic', { room: 'attic' }, { timeoutMs: 100 });
    await expect(attempt).rejects.toThrow();
    expect(await jobs.findMissing(['attic'])).toEqual([]);
  });

  test('a job that could not be added counts as a failure', async () => {
    const jobs = createJobQueue(broker, cleaning);
    const admin = new Redis(redis.url);
    await admin.config('SET', 'maxmemory', 1);
    const before = broker.failures();
    await expect(jobs.add('attic', { room: 'attic' })).rejects.toThrow();
    expect(broker.failures()).toBeGreaterThan(before);
    await admin.config('SET', 'maxmemory', 0);
    admin.disconnect();
  });
});
