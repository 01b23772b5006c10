import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { DeliveryFilter } from '@trellis/contracts';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { registerApp } from '../../testing/webhook.js';
import { listDeliveries, readDelivery, redeliver } from './deliveries.js';
import { purgeDeliveries } from '../../maintenance/purge.js';

const thing = randomUUID();

let testing: TestDatabase;
let server: AppServer;
beforeAll(async () => {
  testing = await testDatabase();
  server = await startAppServer();
});
afterAll(async () => {
  server.close();
  await testing.close();
});
afterEach(() => void server.received.splice(0));

const context = { expiresAt: Infinity };

test('a message can be sent again by request, and its content read', async () => {
  const { needs, of, happen, attempt } = await registerApp(testing, server.url);
  const id = await happen({ thing_id: thing });
  await attempt(id);
  await redeliver(needs, { ...of, id }, context);
  await attempt(id);
  expect(server.received).toHaveLength(2);
  expect(await readDelivery(needs, { ...of, id }, context)).toMatchObject({
    payload: { type: 'thing_created', data: { thing_id: thing } },
  });
  const byOther = readDelivery(needs, { ...of, app: 'other', id }, context);
  await expect(byOther).rejects.toMatchObject({ code: 'not_found' });
});

type Pages = DeliveryFilter & { descending?: boolean };

test('messages are listed from the oldest or the newest, page by page, by their status', async () => {
  const { needs, of, happen, attempt } = await registerApp(testing, server.url);
  const other = await registerApp(testing, server.url);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push(await happen());
    await other.happen();
  }
  for (const id of [ids[1]!, ids[3]!, ids[4]!]) await attempt(id);
  async function pages({ descending, ...filter }: Pages) {
    const found: string[][] = [];
    let cursor: string | undefined;
    do {
      const input = { ...of, descending, filter, page: { limit: 2, cursor } };
      const { items, next } = await listDeliveries(needs, input, context);
      found.push(items.map(({ id }) => id));
      cursor = next;
    } while (cursor !== undefined);
    return found;
  }
  const [a, b, c, d, e] = ids;
  expect(await pages({})).toEqual([[a, b], [c, d], [e]]);
  expect(await pages({ descending: true })).toEqual([[e, d], [c, b], [a]]);
  expect(await pages({ descending: true, status: 'delivered' })).toEqual([[e, d], [b]]);
});

test('an old message is deleted', async () => {
  const { happen, list } = await registerApp(testing, server.url);
  const id = await happen();
  await purgeDeliveries(testing, new Date());
  expect(await list()).toHaveLength(1);
  const created = new Date(Date.now() - 8 * 24 * 60 * 60_000);
  await testing.database.delivery.update({ where: { id }, data: { created } });
  await purgeDeliveries(testing, new Date());
  expect(await list()).toEqual([]);
});
