import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  newAccount,
  startHttpServer,
  startRedis,
  startStack,
  waitFor,
  type HttpServer,
  type Stack,
  type TestRedis,
} from '@trellis/testing';

/** How long a key may be in use after its gateway has died (ms). */
const leaseMs = 5_000;

/** How long the app takes for an action (ms): longer than a lease that is not renewed. */
const actionMs = 11_000;

const backends = {
  'in PostgreSQL': async () => undefined,
  ...(process.env.TEST_REDIS_URL && { 'in Redis': () => startRedis() }),
};

describe.each(Object.entries(backends))('with the queues %s', (_where, start) => {
  let redis: TestRedis | undefined;
  let stack: Stack;
  let app: HttpServer;
  beforeAll(async () => {
    redis = await start();
    stack = await startStack(redis && { environment: { REDIS_URL: redis.url } });
    app = await startHttpServer((_request, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"opened":true}');
      }, actionMs);
    });
  });
  afterAll(async () => {
    await stack.stop();
    stack.clear();
    await app.close();
    await redis?.stop();
  });

  /** Returns what invokes an action of a new thing, each time with the same key. */
  async function newLetterBox() {
    const { request } = newAccount(stack);
    await request('PUT', '/callback', { body: { url: app.address } });
    const body = { title: 'Letter box', actions: { open: {} } };
    const thing = (await request('POST', '/things', { body })).headers.get('location')!;
    const headers = { 'idempotency-key': randomUUID(), prefer: 'wait=20' };
    return () => request('POST', `${thing}/actions/open`, { headers });
  }

  const requested = (count: number) =>
    waitFor(() => app.requests.length >= count, { what: 'the request of the action' });

  test('a request that takes long keeps its key until it is answered', async () => {
    const open = await newLetterBox();
    const before = app.requests.length;
    const first = open();
    await requested(before + 1);
    await pause(leaseMs + 1_000);
    expect((await open()).body.type).toMatch(/idempotency_key_in_use$/);
    const answer = await first;
    expect(answer).toMatchObject({ status: 200, body: { opened: true } });
    const again = await open();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(app.requests).toHaveLength(before + 1);
  }, 60_000);

  test('the key of a request whose gateway is killed is free again within five seconds', async () => {
    const open = await newLetterBox();
    const before = app.requests.length;
    const lost = open().catch(() => undefined);
    await requested(before + 1);
    await pause(leaseMs + 1_000);
    process.kill(await stack.pidOf('api-gateway'), 'SIGKILL');
    const killedAt = performance.now();
    await lost;
    const refusedAfterMs: number[] = [];
    const answer = await waitFor(async () => {
      const sentAfterMs = performance.now() - killedAt;
      const repeated = await open().catch(() => undefined);
      if (repeated?.status === 409) refusedAfterMs.push(sentAfterMs);
      return repeated && repeated.status !== 409 && repeated.status < 500 && repeated;
    });
    expect(refusedAfterMs.filter((ms) => ms > leaseMs)).toEqual([]);
    expect(answer).toMatchObject({ status: 200, body: { opened: true } });
    expect(app.requests).toHaveLength(before + 1);
  }, 90_000);
});
