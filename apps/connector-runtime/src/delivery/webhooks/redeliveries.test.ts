import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DeliveryFilter } from '@trellis/contracts';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { silentLog } from '../../testing/log.js';
import { recordingScheduler } from '../../testing/queues.js';
import { registerApp, requestAction } from '../../testing/webhook.js';
import { listDeliveries } from './deliveries.js';
import { readRedelivery, redeliverSome, startRedelivery } from './redeliveries.js';

let testing: TestDatabase;
let server: AppServer;
let status = 200;
beforeAll(async () => {
  testing = await testDatabase();
  server = await startAppServer((_request, response) => {
    response.writeHead(status).end(status === 200 ? '' : `Broken with ${status}: 100%_sure`);
  });
});
afterAll(async () => {
  server.close();
  await testing.close();
});

const context = { expiresAt: Infinity };

async function register() {
  const app = await registerApp(testing, server.url);
  const redeliveries = recordingScheduler<{ redelivery: string }>();
  const needs = { ...app.needs, redeliveries, log: silentLog };
  return {
    ...app,
    redeliveries,
    async deliverWith(answer: number, thing = randomUUID()) {
      status = answer;
      const id = await app.happen({ thing_id: thing });
      await app.attempt(id, { isLast: answer >= 500 });
      return id;
    },
    async find(filter: DeliveryFilter) {
      const input = { ...app.of, filter, page: { limit: 100 } };
      return (await listDeliveries(app.needs, input, context)).items.map(({ id }) => id);
    },
    start: (filter: DeliveryFilter, id = randomUUID()) =>
      startRedelivery(needs, { ...app.of, id, filter }, context),
    read: (id: string) => readRedelivery(app.needs, { ...app.of, id }, context),
    run: (id: string) => redeliverSome(app.needs, { redelivery: id }),
  };
}

test('deliveries are found by what they are about, their result, and texts', async () => {
  const { deliverWith, find } = await register();
  const thing = randomUUID();
  const good = await deliverWith(200, thing);
  const [broken, unavailable] = [await deliverWith(500), await deliverWith(503)];
  expect(await find({ thing })).toEqual([good]);
  expect(await find({ type: 'thing_created' })).toEqual([good, broken, unavailable]);
  expect(await find({ type: 'thing_deleted' })).toEqual([]);
  expect(await find({ status: 'failed' })).toEqual([broken, unavailable]);
  expect(await find({ response_status: '500' })).toEqual([broken]);
  expect(await find({ response_status: '5xx' })).toEqual([broken, unavailable]);
  expect(await find({ response_status: 'none' })).toEqual([]);
  expect(await find({ error: 'STATUS 503' })).toEqual([unavailable]);
  expect(await find({ search: 'broken with 50' })).toEqual([broken, unavailable]);
  expect(await find({ search: '100%_SURE', status: 'failed' })).toEqual([broken, unavailable]);
  expect(await find({ search: '%' })).toEqual([broken, unavailable]);
  expect(await find({ search: new URL(server.url).host })).toEqual([good, broken, unavailable]);
  const now = Date.now();
  expect(await find({ from: now - 60_000 })).toHaveLength(3);
  expect(await find({ from: now + 60_000 })).toEqual([]);
  expect(await find({ to: now - 60_000 })).toEqual([]);
});

test('a time selects exactly, whatever the keys between', async () => {
  const { happen, find } = await register();
  const hour = 60 * 60_000;
  const start = Date.now() - 10 * hour;
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const id = await happen();
    ids.push(id);
    const created = new Date(start + index * hour);
    await testing.database.delivery.update({ where: { id }, data: { created } });
  }
  expect(await find({ from: start + hour, to: start + 3 * hour })).toEqual([ids[1], ids[2]]);
});

test('a page that finds nothing among many still leads on', async () => {
  const { of, needs, deliverWith } = await register();
  const { key } = await testing.database.webhook.findFirstOrThrow({ where: of });
  await testing.pool.query(
    `INSERT INTO deliveries (id, callback_key, type, payload)
    SELECT gen_random_uuid(), $1, 'other', '' FROM generate_series(1, 10_500)`,
    [String(key)],
  );
  const id = await deliverWith(200);
  const filter = { type: 'thing_created' };
  const list = (cursor?: string) =>
    listDeliveries(needs, { ...of, filter, page: { limit: 10, cursor } }, context);
  const first = await list();
  expect(first).toEqual({ items: [], next: expect.any(String) });
  expect((await list(first.next)).items).toMatchObject([{ id }]);
});

test('all that match are sent again, and their number is told', async () => {
  const { deliverWith, find, start, read, added, attempt, redeliveries } = await register();
  const good = await deliverWith(200);
  const broken = [await deliverWith(500), await deliverWith(502)];
  added.length = 0;
  const id = randomUUID();
  const answer = await start({ response_status: '5xx' }, id);
  expect(answer).toMatchObject({ id, status: 'completed', redelivered: 2 });
  expect(added).toEqual(broken);
  expect(redeliveries.started).toEqual([]);
  expect(await find({ status: 'pending' })).toEqual(broken);
  status = 200;
  for (const one of broken) await attempt(one);
  expect(await find({ status: 'delivered' })).toEqual([good, ...broken]);
  // The same request once more.
  expect(await start({ response_status: '5xx' }, id)).toEqual(answer);
  expect(await read(id)).toEqual(answer);
  expect(added).toHaveLength(2);
});

test('many are sent again step by step, and only one request at a time', async () => {
  const { of, start, read, run, added, redeliveries } = await register();
  const { key } = await testing.database.webhook.findFirstOrThrow({ where: of });
  await testing.pool.query(
    `INSERT INTO deliveries (id, callback_key, type, payload, status)
    SELECT gen_random_uuid(), $1, 'thing_created', '', 'failed' FROM generate_series(1, 1_200)`,
    [String(key)],
  );
  const id = randomUUID();
  expect(await start({ status: 'failed' }, id)).toMatchObject({
    status: 'running',
    redelivered: 500,
  });
  expect(redeliveries.started).toEqual([id]);
  await expect(start({})).rejects.toMatchObject({ code: 'already_exists' });
  expect(await run(id)).toEqual({ afterMs: expect.any(Number) });
  expect(await run(id)).toBe('ended');
  expect(await read(id)).toMatchObject({ status: 'completed', redelivered: 1_200 });
  expect(new Set(added).size).toBe(1_200);
  expect(await run(id)).toBe('ended');
});

test('messages whose jobs could not be added are sent with the next run, and counted once', async () => {
  const { deliverWith, start, read, run, added, needs, redeliveries } = await register();
  const broken = [await deliverWith(500), await deliverWith(500)];
  added.length = 0;
  const { addOrRunNow } = needs.deliveries;
  needs.deliveries.addOrRunNow = () => Promise.reject(new Error('Redis is away.'));
  const { id } = await start({ status: 'failed' });
  expect(await read(id)).toMatchObject({ status: 'running', redelivered: 2 });
  expect(redeliveries.started).toEqual([id]);
  needs.deliveries.addOrRunNow = addOrRunNow;
  expect(await run(id)).toBe('ended');
  expect(added).toEqual(broken);
  expect(await read(id)).toMatchObject({ status: 'completed', redelivered: 2 });
});

test('an action that has ended is not requested again', async () => {
  const app = await register();
  status = 200;
  const { id } = await requestAction(app);
  await app.attempt(id);
  expect(await app.start({})).toMatchObject({ redelivered: 0 });
  expect(await app.find({ status: 'delivered' })).toEqual([id]);
});

test('no other app sees a redelivery', async () => {
  const [one, other] = [await register(), await register()];
  const { id } = await one.start({});
  await expect(other.read(id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(one.read('nonsense')).rejects.toMatchObject({ code: 'not_found' });
});
