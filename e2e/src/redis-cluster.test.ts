import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  newAccount,
  startRedisCluster,
  startStack,
  waitFor,
  type Stack,
  type TestRedisCluster,
} from '@trellis/testing';
import { simulate } from './simulation.js';

(process.env.TEST_REDIS_URL ? describe : describe.skip)(
  'with the queues in a Redis Cluster',
  () => {
    let cluster: TestRedisCluster;
    let stack: Stack;
    beforeAll(async () => {
      cluster = (await startRedisCluster({ hasReplicas: true }))!;
      stack = await startStack({ environment: { REDIS_URL: cluster.url, QUEUE_SHARDS: '3' } });
    });
    afterAll(async () => {
      await stack.stop();
      stack.clear();
      await cluster.stop();
    });

    test('things come and go, and rates are limited', async () => {
      const account = newAccount(stack);
      const client = await simulate(account);
      expect(await client.things()).toHaveLength(2);
      const { headers } = await account.request('GET', '/units');
      expect(headers.get('ratelimit')).toMatch(/^"requests";r=\d+/);
      expect((await account.request('DELETE', client.path)).status).toBe(204);
      expect(await client.things()).toEqual([]);
    });

    test('everything goes on after each master but one has been lost', async () => {
      const account = newAccount(stack);
      const clients = [await simulate(account), await simulate(account, { subject: 'bob' })];
      const stations = await Promise.all(clients.map((client) => client.station()));
      const modified = async (station: string) =>
        (await account.request('GET', station)).body.modified as string | undefined;
      for (const master of cluster.masters.slice(0, 2)) {
        await master.kill();
        await waitFor(async () => (await account.request('GET', '/units')).status === 200);
        for (const station of stations) {
          const last = await waitFor(() => modified(station));
          await waitFor(async () => ![undefined, last].includes(await modified(station)), {
            what: 'the next poll',
          });
        }
      }
      const removed = await waitFor(async () => {
        const { status } = await account.request('DELETE', clients[1]!.path);
        return [204, 404].includes(status);
      });
      expect(removed).toBe(true);
    });
  },
);
