import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Problem, type ClientChange } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import { createOutbox } from '../delivery/outbox.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { unitsAnswering } from '../testing/units.js';
import { forwardClientChanges } from './forward-changes.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** Changes that units-service has received; none while it is away. */
let forwarded: ClientChange[];
let isAway: boolean;
beforeEach(() => {
  forwarded = [];
  isAway = false;
});
const units = unitsAnswering(async (_name, { changes }: { changes: ClientChange[] }) => {
  if (isAway) throw new Problem('timeout', 'It does not answer.');
  forwarded.push(...changes);
  return {};
});

const sealing = createSealing(generateKey());
const outbox = createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog });

const forward = () => forwardClientChanges({ pool: testing.pool, units, outbox, log: silentLog });

test('each change of a client is told once, in order, and waits while units-service is away', async () => {
  const { database } = testing;
  const { id, developer, subject } = await insertClient(sessionNeeds(testing, []), 'test');
  isAway = true;
  await expect(forward()).rejects.toMatchObject({ code: 'timeout' });
  for (const status of ['STARTED', 'ERROR', 'STARTED']) {
    await database.client.update({ where: { id }, data: { status } });
  }
  await database.client.delete({ where: { id } });
  await expect(forward()).rejects.toMatchObject({ code: 'timeout' });
  expect(forwarded).toEqual([]);
  isAway = false;
  await forward();
  const of = { id: expect.any(String), developer, subject, client: id };
  expect(forwarded).toEqual([
    { ...of, kind: 'client_created' },
    { ...of, kind: 'client_updated' },
    { ...of, kind: 'client_deleted' },
  ]);
  expect(new Set(forwarded.map((change) => change.id)).size).toBe(3);
  await forward();
  expect(forwarded).toHaveLength(3);
});

test('a client that is gone is told with its attributes', async () => {
  const { database } = testing;
  const { id, developer } = await insertClient(sessionNeeds(testing, []), 'test');
  const attributes = { no: '4711' };
  await database.client.update({ where: { id }, data: { attributes } });
  const webhook = { developer, app: 'app', url: 'https://app.example', secret: '' };
  await database.webhook.create({ data: { ...webhook, events: ['client_deleted'] } });
  await database.client.delete({ where: { id } });
  await forward();
  expect(forwarded.at(-1)).toMatchObject({ kind: 'client_deleted', attributes });
  const delivery = await database.delivery.findFirstOrThrow({ where: { webhook: { developer } } });
  const binding = { purpose: 'deliveries.payload', developer, id: delivery.id } as const;
  expect(sealing.open(binding, delivery.payload)).toMatchObject({ data: { attributes } });
});

test('one that cannot be told holds up no other', async () => {
  const { database, pool } = testing;
  await pool.query(
    `INSERT INTO client_changes (developer, subject, client, kind)
    VALUES ('acme', '', gen_random_uuid(), 'client_deleted')`,
  );
  const { id } = await insertClient(sessionNeeds(testing, []), 'test');
  await forward();
  expect(forwarded).toMatchObject([{ client: id, kind: 'client_created' }]);
  await forward();
  expect(forwarded).toHaveLength(1);
  await database.client.delete({ where: { id } });
});

test('apps that want to know are told once that a client is gone, however it was deleted', async () => {
  const { database } = testing;
  const { id, developer, subject } = await insertClient(sessionNeeds(testing, []), 'test');
  const webhook = { developer, url: 'https://app.example', secret: '' };
  await database.webhook.create({ data: { ...webhook, app: 'one', events: ['client_deleted'] } });
  await database.webhook.create({ data: { ...webhook, app: 'two', events: ['thing_deleted'] } });
  await database.client.delete({ where: { id } });
  isAway = true;
  await expect(forward()).rejects.toMatchObject({ code: 'timeout' });
  isAway = false;
  await forward();
  await forward();
  const [delivery, ...others] = await database.delivery.findMany({
    where: { webhook: { developer } },
    include: { webhook: true },
  });
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({ type: 'client_deleted', webhook: { app: 'one' } });
  const binding = { purpose: 'deliveries.payload', developer, id: delivery!.id } as const;
  expect(sealing.open(binding, delivery!.payload)).toMatchObject({
    type: 'client_deleted',
    data: { client_id: id, subject },
  });
});
