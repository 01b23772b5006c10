import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startAppServer, type AppServer } from '../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { registerApp } from '../testing/webhook.js';
import { readDelivery, redeliver } from './deliveries.js';
import { createDeliverySweep } from './sweep.js';

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
  const id = await happen({ thing_id: 'thing' });
  await attempt(id);
  await redeliver(needs, { ...of, id }, context);
  await attempt(id);
  expect(server.received).toHaveLength(2);
  expect(await readDelivery(needs, { ...of, id }, context)).toMatchObject({
    payload: { type: 'thing_created', data: { thing_id: 'thing' } },
  });
  const byOther = readDelivery(needs, { ...of, app: 'other', id }, context);
  await expect(byOther).rejects.toMatchObject({ code: 'not_found' });
});

test('a message whose job was lost is found again, and an old one deleted', async () => {
  const { needs, happen, list, added } = await registerApp(testing, server.url);
  const id = await happen();
  added.length = 0;
  const sweep = createDeliverySweep(needs);
  const age = (ageMs: number) =>
    testing.database.delivery.update({
      where: { id },
      data: { created: new Date(Date.now() - ageMs) },
    });
  await sweep();
  expect(added).not.toContain(id);
  await age(5 * 60_000);
  await sweep();
  expect(added).toContain(id);
  await age(8 * 24 * 60 * 60_000);
  await sweep();
  expect(await list()).toEqual([]);
});

test('lost messages are found however many others are pending before them', async () => {
  const { needs, happen, added } = await registerApp(testing, server.url);
  const ids = [await happen(), await happen(), await happen()];
  const aged = new Date(Date.now() - 5 * 60_000);
  await testing.database.delivery.updateMany({
    where: { id: { in: ids } },
    data: { created: aged },
  });
  const pending = await testing.database.delivery.count({ where: { status: 'pending' } });
  added.length = 0;
  const sweep = createDeliverySweep(needs, { batchSize: 1, maxBatches: 1 });
  await sweep();
  expect(added).toHaveLength(1);
  for (let swept = 1; swept < pending; swept += 1) await sweep();
  expect(added).toEqual(expect.arrayContaining(ids));
  // The one after the last begins anew.
  await sweep();
  await sweep();
  expect(added.length).toBeGreaterThan(pending);
});
