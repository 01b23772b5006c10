import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startAppServer, type AppServer } from '../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { registerApp } from '../testing/webhook.js';
import { readDelivery, redeliver } from './deliveries.js';
import { sweepDeliveries } from './sweep.js';

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

test('an old message is deleted', async () => {
  const { happen, list } = await registerApp(testing, server.url);
  const id = await happen();
  await sweepDeliveries(testing);
  expect(await list()).toHaveLength(1);
  const created = new Date(Date.now() - 8 * 24 * 60 * 60_000);
  await testing.database.delivery.update({ where: { id }, data: { created } });
  await sweepDeliveries(testing);
  expect(await list()).toEqual([]);
});
