import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Problem, type BatchItem } from '@trellis/contracts';
import { failed, storeSettlement } from '../../delivery/settle.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { lampsOf } from '../../testing/lamps.js';
import { groupOfApp } from './group.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** Things of an app. */
async function things(count: number, setting: { refuse?: () => void } = {}) {
  const lamps = await lampsOf(testing, { clients: 1, lamps: 0, ...setting });
  const { developer, needs } = lamps;
  const items: BatchItem[] = Array.from({ length: count }, () => ({
    thing: randomUUID(),
    creator: { kind: 'app', id: 'app' },
    idempotent: false,
  }));
  return {
    ...lamps,
    items,
    run: () => lamps.run(groupOfApp(developer, 'app')),
    registerApp: () =>
      needs.database.webhook.create({
        data: { developer, app: 'app', url: 'https://app.example', secret: '' },
      }),
  };
}

test('values of things of an app are stored by units-service', async () => {
  const { request, items, start, run, read, writes, developer } = await things(3);
  const requester = { app: 'demo', request_id: '7' };
  const { id } = await start(request({ items, requester }));
  await run();
  expect(await read(id)).toMatchObject({ status: 'completed', progress: { completed: 3 } });
  expect(writes.map(({ id }) => id).toSorted()).toEqual(items.map(({ thing }) => thing).toSorted());
  expect(writes[0]).toMatchObject({ caller: { developer }, values: { on: false }, requester });
});

test('they wait while units-service is away', async () => {
  let isAway = true;
  const { request, items, start, run, read } = await things(2, {
    refuse() {
      if (isAway) throw new Problem('unavailable', 'units-service is away.');
    },
  });
  const { id } = await start(request({ items }));
  expect(await run()).toEqual({ afterMs: 1_000 });
  expect((await read(id)).progress).toMatchObject({ pending: 2 });
  isAway = false;
  await run();
  expect(await read(id)).toMatchObject({ status: 'completed', progress: { completed: 2 } });
});

test('an app that takes no action requests is asked for none', async () => {
  const { request, items, start } = await things(2);
  const asking = { items, operation: 'invokeaction', name: 'open' } as const;
  expect(await start(request(asking))).toMatchObject({
    status: 'completed',
    progress: { failed: 2 },
  });
});

test('an app is asked for actions while units-service is away, without attributes of the things', async () => {
  const { request, items, start, run, deliveries, registerApp } = await things(2, {
    refuse() {
      throw new Problem('unavailable', 'units-service is away.');
    },
  });
  await registerApp();
  await start(request({ items, operation: 'invokeaction', name: 'open' }));
  await run();
  expect(deliveries).toHaveLength(2);
});

test('an app is asked for sixteen actions at a time, and for the others when these have ended', async () => {
  const { request, items, start, run, read, deliveries, registerApp, needs } = await things(20);
  await registerApp();
  const { id } = await start(request({ items, operation: 'invokeaction', name: 'open' }));
  expect(await run()).toEqual({ afterMs: 250 });
  await run();
  expect(deliveries).toHaveLength(16);
  expect((await read(id)).progress).toMatchObject({ pending: 4, running: 16 });
  const { database } = needs;
  const rejected = failed(new Problem('remote_rejected', 'No.'));
  await storeSettlement(database, deliveries.slice(0, 1), rejected);
  await storeSettlement(database, deliveries.slice(1, 16), { status: 'completed' });
  await run();
  expect(deliveries).toHaveLength(20);
  await storeSettlement(database, deliveries.slice(16), { status: 'completed' });
  await run();
  expect(await read(id)).toMatchObject({
    status: 'completed',
    progress: { completed: 19, failed: 1 },
  });
});

test('apps that subscribed to it are told that a batch has ended, once', async () => {
  const { request, items, start, run, registerApp, needs, deliveries } = await things(2);
  const { key, developer } = await registerApp();
  await needs.database.webhook.update({ where: { key }, data: { events: ['batch_ended'] } });
  const { id } = await start(request({ items }));
  await run();
  await run();
  expect(deliveries).toHaveLength(1);
  const sent = await needs.database.delivery.findFirstOrThrow({ where: { webhookKey: key } });
  const binding = { purpose: 'deliveries.payload', developer, id: sent.id } as const;
  expect(needs.sealing.open(binding, sent.payload)).toMatchObject({
    type: 'batch_ended',
    data: { interaction_id: id, status: 'completed', progress: { completed: 2 } },
  });
});
