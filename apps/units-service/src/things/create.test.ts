import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { thing as thingSchema, type ThingsHint } from '@trellis/contracts';
import type { Database } from '../database/open.js';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { createThing } from './create.js';
import { describeThings, listThings } from './list.js';
import { previewRemoval } from './preview-removal.js';
import { readThing } from './read.js';
import { removeThing } from './remove.js';
import { upsertThings } from './upsert.js';
import { writeThing } from './write.js';

let database: Database;
const hints: { developer: string; hint: ThingsHint }[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({
  prisma: database.prisma,
  publishThingsHint: (developer: string, hint: ThingsHint) => void hints.push({ developer, hint }),
});
const page = { limit: 1000 };
const state = {
  title: 'Lamp',
  types: ['Light', 'OnOffSwitch'],
  description: 'In the hall',
  properties: { on: { type: 'boolean' as const } },
  actions: {},
  values: { on: false, dim: 1 },
  available: true,
};

test('a thing of an app is created once, written, and removed, with a hint each time', async () => {
  const developer = randomUUID();
  const caller = { developer, subject: 'alice' };
  const id = randomUUID();
  const created = await createThing(needs(), { caller, id, app: 'app', state }, patient);
  expect(thingSchema.parse(created)).toMatchObject({
    ...state,
    id,
    subject: 'alice',
    creator: { kind: 'app', id: 'app' },
  });
  const again = { caller, id, app: 'app', state: { ...state, title: 'Repeated' } };
  expect(await createThing(needs(), again, patient)).toEqual(created);
  await writeThing(needs(), { caller, id, values: { on: true } }, patient);
  expect(await readThing(database, { caller, id }, patient)).toMatchObject({
    types: ['Light', 'OnOffSwitch'],
    values: { on: true, dim: 1 },
  });
  const { items } = await describeThings(database, { caller, page }, patient);
  expect(items.map(({ title }) => title)).toEqual(['Lamp']);
  await removeThing(needs(), { caller, id }, patient);
  expect(await listThings(database, { caller, page }, patient)).toEqual({ items: [] });
  const ofDeveloper = hints.filter((published) => published.developer === developer);
  expect(ofDeveloper.map(({ hint }) => hint)).toEqual(
    Array(4).fill({ things: [id], subject: 'alice' }),
  );
});

test('a thing is neither visible nor writable to another subject', async () => {
  const developer = randomUUID();
  const id = randomUUID();
  const input = { caller: { developer, subject: 'alice' }, id, app: 'app', state };
  await createThing(needs(), input, patient);
  for (const caller of [{ developer, subject: 'bob' }, { developer: randomUUID() }]) {
    const missing = { code: 'not_found' };
    const writing = writeThing(needs(), { caller, id, values: {} }, patient);
    await expect(readThing(database, { caller, id }, patient)).rejects.toMatchObject(missing);
    await expect(writing).rejects.toMatchObject(missing);
    await expect(removeThing(needs(), { caller, id }, patient)).rejects.toMatchObject(missing);
  }
});

test('a thing of a connector client cannot be removed, and is in the preview of its removal', async () => {
  const [developer, client, id, unit] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const found = { client, developer, subject: 'alice', vanished: [], things: [{ id, ...state }] };
  await upsertThings(needs(), found, patient);
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
