import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@trellis/database';
import type { Output, UnitsContract, UsageGroup } from '@trellis/contracts';
import { startJournal } from '../activity/journal.js';
import { stepsOf } from '../erasures/steps.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { sessionNeeds } from '../testing/session.js';
import { unitsAnswering } from '../testing/units.js';
import { purges } from '../maintenance/purge.js';
import { countUsage } from './count.js';
import { noClient } from './count.sql.js';
import { readUsage } from './read.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const today = new Date().toISOString().slice(0, 10);
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

interface Reading {
  groups?: UsageGroup[];
  subject?: string;
  as?: string;
  limit?: number;
}

const read = async (
  developer: string,
  { groups = ['day'], subject, as, limit = 1_000 }: Reading = {},
) => {
  const caller = { developer, ...(as !== undefined && { subject: as }) };
  const filter = { since: dayAfter(today, -30), until: dayAfter(today, 1), groups };
  const page = { limit };
  const input = { caller, page, filter: { ...filter, ...(subject && { subject }) } };
  return readUsage(testing, input, { expiresAt: Infinity });
};

const nothing = { clients: 0, things: 0, polls: 0, writes: 0, events: 0, deliveries: 0, bytes: 0 };

async function newClient() {
  const needs = sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);
  return insertClient(needs, 'test');
}

type Client = Awaited<ReturnType<typeof newClient>>;

async function poll({ developer, subject, id }: Client, failures: (string | undefined)[]) {
  const hints = { publish: async () => undefined };
  const journal = startJournal({
    pool: testing.pool,
    hints,
    log: silentLog,
    maxBytesPerDay: 1_000,
  });
  for (const code of failures) {
    journal.add({
      developer,
      subject,
      client: id,
      connectorType: 'test',
      kind: 'poll',
      at: Date.now(),
      durationMs: 1,
      startedBy: { type: 'schedule' },
      ...(code === undefined
        ? { counts: { found: 3 } }
        : { failure: { code, detail: `Failed ${Math.random()}.` } }),
    });
    await journal.store();
  }
  await journal.stop();
}

const insertDay = (developer: string, day: string, subject: string, values: object = {}) =>
  testing.database.usageOfDay.create({
    data: {
      developer,
      day: new Date(day),
      client: randomUUID(),
      subject,
      connectorType: 'test',
      ...values,
    },
  });

test('polls of the technology are counted, also beyond what is stored of them', async () => {
  const client = await newClient();
  const failures = Array.from({ length: 30 }, () => 'unavailable');
  await poll(client, [undefined, undefined, ...failures, 'throttled', 'internal']);
  const { items } = await read(client.developer);
  const counted = { ...nothing, clients: 1, things: 3, polls: 32 };
  expect(items).toEqual([{ day: today, ...counted, partial: true }]);
});

test('writes and messages are counted once, when they have succeeded', async () => {
  const client = await newClient();
  const { developer, id } = client;
  const { database } = testing;
  const interaction = (thing: object) =>
    database.interaction.create({
      data: {
        id: randomUUID(),
        developer,
        thing: randomUUID(),
        operation: 'writeproperty',
        name: 'on',
        idempotent: true,
        ...thing,
      },
    });
  const rows = [
    await interaction({ clientId: id }),
    await interaction({ clientId: id }),
    await interaction({ subject: 'bob' }),
  ];
  const keys = rows.map(({ key }) => key);
  const end = (status: string, key: { in: bigint[] }) =>
    database.interaction.updateMany({ where: { key }, data: { status } });
  await end('running', { in: keys });
  await end('failed', { in: keys.slice(0, 1) });
  await end('completed', { in: keys.slice(1) });
  await end('completed', { in: keys.slice(1) });

  const webhook = await database.webhook.create({
    data: { developer, app: 'app', url: 'https://app.example', secret: '' },
  });
  const delivery = await database.delivery.create({
    data: { id: randomUUID(), webhookKey: webhook.key, type: 'test', payload: '', clientId: id },
  });
  for (const status of ['failed', 'pending', 'delivered', 'delivered']) {
    await database.delivery.update({ where: { key: delivery.key }, data: { status } });
  }
  const sent = await database.subscription.create({
    data: {
      id: randomUUID(),
      developer,
      match: '{}',
      url: 'https://app.example',
      cursor: '1-1-1',
      subject: 'bob',
    },
  });
  const attempts = [
    { sent: 1, attempts: 1 },
    { sent: 2, cursor: '2-1-1', attempts: 0 },
    { cursor: '3-1-1' },
  ];
  for (const data of attempts) {
    await database.subscription.update({ where: { key: sent.key }, data });
  }
  const { items } = await read(developer, { groups: ['connector', 'subject'] });
  expect(items).toEqual([
    { subject: 'bob', ...nothing, writes: 1, deliveries: 1, partial: true },
    {
      connector_type_id: 'test',
      subject: 'alice',
      ...nothing,
      clients: 1,
      writes: 1,
      deliveries: 1,
      partial: true,
    },
  ]);
});

test('what belongs to no subject is a group of its own, so that all groups add up', async () => {
  const { developer } = await newClient();
  const of = { developer, day: new Date(today), client: noClient };
  await testing.database.usageOfDay.createMany({
    data: [
      { ...of, subject: '', connectorType: '', deliveries: 2n },
      { ...of, subject: 'bob', connectorType: '', deliveries: 1n },
    ],
  });
  for (const groups of [['subject'], ['connector', 'subject'], ['day', 'subject']] as const) {
    const { items } = await read(developer, { groups: [...groups] });
    expect(items.map(({ subject, deliveries }) => [subject, deliveries])).toEqual([
      [undefined, 2],
      ['bob', 1],
    ]);
  }
  expect((await read(developer, { groups: ['connector'] })).items).toMatchObject([
    { deliveries: 3 },
  ]);
});

type Counted = Output<UnitsContract, 'usage.count'>;

test('changes are counted once, whoever asks for them, and to the last page', async () => {
  const client = await newClient();
  const { developer, id } = client;
  const ofClient = { developer, day: today, subject: 'alice', client: id, events: 2, bytes: 10 };
  const ofSubject = { developer, day: today, subject: 'bob', events: 1, bytes: 0, things: 4 };
  const pages: Record<string, Counted> = {
    start: { counts: [ofClient], position: '1-1-1', more: true },
    '1-1-1': { counts: [ofClient, ofSubject], position: '2-0-1', more: false },
    '2-0-1': { counts: [], position: '3-0-1', more: false },
    '3-0-1': { counts: [], position: '3-0-1', more: false },
  };
  const units = unitsAnswering(async (_name, input) => {
    const { position } = input as { position?: string };
    return pages[position ?? 'start'];
  });
  await Promise.all([1, 2, 3].map(() => countUsage({ ...testing, units })));
  await countUsage({ ...testing, units });
  const { items } = await read(developer, { groups: ['subject'] });
  expect(items).toEqual([
    { subject: 'alice', ...nothing, clients: 1, events: 4, bytes: 20, partial: true },
    { subject: 'bob', ...nothing, things: 4, events: 1, partial: true },
  ]);
});

test('days are added up by what is asked for, and clients of the day that had most', async () => {
  const developer = randomUUID();
  const [first, second] = [dayAfter(today, -3), dayAfter(today, -2)];
  await insertDay(developer, first, 'alice', { polls: 5, things: 2 });
  await insertDay(developer, first, 'bob', { polls: 1, things: 1 });
  await insertDay(developer, second, 'alice', { polls: 10, things: 7 });
  await insertDay(randomUUID(), second, 'alice', { polls: 100 });
  const days = [
    { day: first, ...nothing, clients: 2, things: 3, polls: 6 },
    { day: second, ...nothing, clients: 1, things: 7, polls: 10 },
  ];
  await testing.database.usageProgress.updateMany({ data: { counted: new Date() } });
  expect((await read(developer)).items).toEqual(days);
  const subjects = [
    { subject: 'alice', ...nothing, clients: 1, things: 7, polls: 15 },
    { subject: 'bob', ...nothing, clients: 1, things: 1, polls: 1 },
  ];
  expect((await read(developer, { groups: ['subject'] })).items).toEqual(subjects);
  expect((await read(developer, { groups: ['subject'], as: 'bob' })).items).toEqual([subjects[1]]);
  expect((await read(developer, { subject: 'alice', as: 'bob' })).items).toEqual([]);
  expect((await read(developer, { groups: ['connector'] })).items).toMatchObject([
    { connector_type_id: 'test', clients: 2, things: 7, polls: 16 },
  ]);
  const { items, next } = await read(developer, { limit: 1 });
  expect(items).toEqual(days.slice(0, 1));
  const filter = { since: first, until: today, groups: ['day' as const] };
  const page = { limit: 1, cursor: next! };
  const rest = await readUsage(
    testing,
    { caller: { developer }, page, filter },
    { expiresAt: 1e15 },
  );
  expect(rest).toEqual({ items: days.slice(1) });
});

test('an erasure puts a pseudonym in place of the subject and its clients, also in a second pass', async () => {
  const developer = randomUUID();
  const row = await insertDay(developer, today, 'alice', { polls: 5, things: 2 });
  await insertDay(developer, today, 'bob', { polls: 1 });
  const erased = { id: randomUUID(), developer, subject: 'alice', pass: 1 };
  const step = stepsOf('alice').at(-1)!;
  const erase = () => inTransaction(testing.pool, (db) => step.erase(db, erased, null));
  expect(await erase()).toEqual({ count: 1, next: null });
  const { day, client, subject, connectorType } = row;
  const data = { developer, day, client, subject, connectorType, polls: 1 };
  await testing.database.usageOfDay.create({ data });
  await erase();
  expect(await erase()).toEqual({ count: 0, next: null });
  const { items } = await read(developer, { groups: ['subject'] });
  expect(items).toMatchObject([
    { subject: 'bob', polls: 1 },
    { subject: `erased:${erased.id}`, clients: 1, things: 2, polls: 6 },
  ]);
  expect(await testing.database.usageOfDay.count({ where: { client } })).toBe(0);
});

test('days past their retention are deleted', async () => {
  const developer = randomUUID();
  for (const age of [11, 10, 0]) await insertDay(developer, dayAfter(today, -age), 'alice');
  await purges(testing, { USAGE_DAYS: 9, OPERATIONS_DAYS: 14 }).usage({
    now: new Date(),
    mayPurge: true,
  });
  const rows = await testing.database.usageOfDay.findMany({ where: { developer } });
  expect(rows.map(({ day }) => day.toISOString().slice(0, 10)).sort()).toEqual([
    dayAfter(today, -10),
    today,
  ]);
});
