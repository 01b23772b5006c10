import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  newAccount,
  startRedis,
  startStack,
  waitFor,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import { Redis } from 'ioredis';
import { simulate } from './simulation.js';

(process.env.TEST_REDIS_URL ? describe : describe.skip)('with the queues in Redis', () => {
  let redis: TestRedis;
  let stack: Stack;
  beforeAll(async () => {
    redis = (await startRedis())!;
    stack = await startStack({ environment: { REDIS_URL: redis.url } });
  });
  afterAll(async () => {
    redis.process.kill('SIGCONT');
    await stack.stop();
    stack.clear();
    await redis.stop();
  });

  async function emptyRedis(): Promise<void> {
    const admin = new Redis(redis.url);
    await admin.flushall();
    admin.disconnect();
  }

  test('things come and go, and a service that was killed goes on', async () => {
    const account = newAccount(stack);
    const client = await simulate(account);
    expect(await client.things()).toHaveLength(2);
    process.kill(await stack.pidOf('units-service'), 'SIGKILL');
    await waitFor(async () => (await account.request('GET', '/units')).status === 200);
    expect((await account.request('DELETE', client.path)).status).toBe(204);
    expect(await client.things()).toEqual([]);
  });

  test('a Redis that loses its data stops neither polls nor removals', async () => {
    const account = newAccount(stack);
    const [polled, removed] = [
      await simulate(account),
      await simulate(account, { subject: 'bob' }),
    ];
    const units = await stack.pidOf('units-service');
    process.kill(units, 'SIGSTOP');
    expect((await account.request('DELETE', removed.path)).status).toBe(500);
    await emptyRedis();
    process.kill(units, 'SIGCONT');
    const gone = async () => (await removed.read()).status === 404;
    await waitFor(gone, { what: 'the removal' });
    const station = await polled.station();
    const modified = async () => (await account.request('GET', station)).body.modified as string;
    const last = await modified();
    await waitFor(async () => (await modified()) !== last, { what: 'the next poll' });
  });

  test('a Redis that stands still is no reason to hang, and is needed no longer than it does', async () => {
    const { request } = newAccount(stack);
    redis.process.kill('SIGSTOP');
    const units = await request('GET', '/units');
    const live = await request('GET', `${stack.address}/health/live`);
    const ready = await request('GET', `${stack.address}/health/ready`);
    expect([units.status, live.status, ready.status]).toEqual([504, 200, 503]);
    redis.process.kill('SIGCONT');
    await waitFor(async () => (await request('GET', '/units')).status === 200);
  });

  test('without a Redis requests are refused at once', async () => {
    const { request } = newAccount(stack);
    await redis.stop();
    const answer = await waitFor(async () => {
      const answer = await request('GET', '/units');
      return answer.status === 503 && answer;
    });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
