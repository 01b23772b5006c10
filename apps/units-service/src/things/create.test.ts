import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { thing as thingSchema, type ThingsHint } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { createThing, removeThing } from './change.js';
import { describeThings, listThings, readThing } from './read.js';
import { previewRemoval } from './clients.js';
import { upsertThings } from './upsert.js';
import { writeThing } from './write.js';

let database: TestDatabase;
const hints: { developer: string; hint: ThingsHint }[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({
  ...database,
  publishThingsHint: (developer: string, hint: ThingsHint) => void hints.push({ developer, hint }),
});
const page = { limit: 1000 };
const state = {
  title: 'Lamp',
  types: ['Light', 'OnOffSwitch'],
  description: 'In the hall',
  properties: { on: { type: 'boolean' as const } },
  actions: {},
  events: {},
  values: { on: false, dim: 1 },
  available: true,
};

test('a thing of an app is created once, written, and removed, with a hint each time', async () => {
  const developer = randomUUID();
  const caller = { developer, subject: 'alice' };
  const id = randomUUID();
  const created = await answerOne(createThing, needs(), { caller, id, app: 'app', state });
  expect(thingSchema.parse(created)).toMatchObject({
    ...state,
    id,
    subject: 'alice',
    creator: { kind: 'app', id: 'app' },
  });
  const again = { caller, id, app: 'app', state: { ...state, title: 'Repeated' } };
  expect(await answerOne(createThing, needs(), again)).toEqual(created);
  await answerOne(writeThing, needs(), { caller, id, values: { on: true } });
  expect(await answerOne(readThing, database, { caller, id })).toMatchObject({
    types: ['Light', 'OnOffSwitch'],
    values: { on: true, dim: 1 },
  });
  const { items } = await answerOne(describeThings, database, { caller, page });
  expect(items.map(({ title }) => title)).toEqual(['Lamp']);
  await removeThing(needs(), { caller, id }, patient);
  expect(await answerOne(listThings, database, { caller, page })).toEqual({ items: [] });
  const ofDeveloper = hints.filter((published) => published.developer === developer);
  expect(ofDeveloper.map(({ hint }) => hint)).toEqual(
    Array(4).fill({ things: [id], subjects: ['alice'] }),
  );
});

test('a thing is neither visible nor writable to another subject', async () => {
  const developer = randomUUID();
  const id = randomUUID();
  const input = { caller: { developer, subject: 'alice' }, id, app: 'app', state };
  await answerOne(createThing, needs(), input);
  for (const caller of [{ developer, subject: 'bob' }, { developer: randomUUID() }]) {
    const missing = { code: 'not_found' };
    const writing = answerOne(writeThing, needs(), { caller, id, values: {} });
    await expect(answerOne(readThing, database, { caller, id })).rejects.toMatchObject(missing);
    await expect(writing).rejects.toMatchObject(missing);
    await expect(removeThing(needs(), { caller, id }, patient)).rejects.toMatchObject(missing);
  }
});

test('a thing of a connector client cannot be removed, and is in the preview of its removal', async () => {
  const [developer, client, id, unit] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const found = { client, developer, subject: 'alice', vanished: [], things: [{ id, ...state }] };
  await answerOne(upsertThings, needs(), found);
  const removal = removeThing(needs(), { caller: { developer }, id }, patient);
  await expect(removal).rejects.toMatchObject({
    code: 'made_by_connector',
    extras: { existing: { kind: 'client', id: client } },
  });
  const { key } = await database.prisma.thing.findUniqueOrThrow({ where: { id } });
  const things = { create: { thingKey: key } };
  await database.prisma.unit.create({
    data: { id: unit, developer, name: 'Hall', type: 'room', things },
  });
  const input = { developer, clients: [client] };
  expect(await previewRemoval(database, input, patient)).toEqual({
    things: [id],
    memberships: [{ thing: id, unit }],
  });
});

test('a batch of writes has the effect of its calls one after the other, with an event for each', async () => {
  const caller = { developer: randomUUID() };
  const [one, other] = [randomUUID() as string, randomUUID() as string];
  const things = [one, other].map((id) => ({ caller, id, app: 'app', state }));
  const again = { ...things[0]!, state: { ...state, title: 'Repeated' } };
  const [first, second, repeated] = await answerBatch(createThing, needs(), [...things, again]);
  expect([first, second]).toMatchObject([{ id: one }, { id: other }]);
  expect(repeated).toEqual(first);
  const missing = expect.objectContaining({ code: 'not_found' });
  expect(
    await answerBatch(writeThing, needs(), [
      { caller, id: one, values: { on: true, level: 1 } },
      { caller, id: other, values: { on: true } },
      { caller: { developer: randomUUID() }, id: one, values: { on: 'stolen' } },
      { caller, id: one, values: { on: false } },
      { caller, id: 'not-an-id', values: {} },
    ]),
  ).toEqual([{}, {}, missing, {}, missing]);
  const [read, unknown, listed, described] = [
    await answerBatch(readThing, database, [{ caller, id: one }]),
    await answerBatch(readThing, database, [{ caller: { developer: 'other' }, id: one }]),
    await answerBatch(listThings, database, [
      { caller, page: { limit: 1 } },
      { caller: { ...caller, subject: 'alice' }, page },
      { caller, page },
    ]),
    await answerBatch(describeThings, database, [
      { caller, page },
      { caller: { ...caller, subject: 'alice' }, page },
    ]),
  ];
  expect(read).toMatchObject([{ values: { on: false, dim: 1, level: 1 } }]);
  expect(unknown).toEqual([missing]);
  expect(listed).toEqual([
    { items: [one], next: expect.any(String) },
    { items: [] },
    { items: [one, other] },
  ]);
  expect(described).toMatchObject([{ items: [{ id: one }, { id: other }] }, { items: [] }]);
  const events = await database.prisma.$queryRaw<{ value: string }[]>`
    SELECT value FROM changes WHERE resource = ${one}::uuid AND name = 'on' ORDER BY key`;
  expect(events.map(({ value }) => value)).toEqual(['true', 'false']);
});
