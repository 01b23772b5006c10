import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { newUnit, withoutJsonLd } from '../testing/units.js';
import { createThing } from '../things/change.js';
import { createUnit } from '../units/write.js';
import { readUnit } from '../units/read.js';
import { addSubject, addThing } from '../units/references.js';
import { listSubjectsSeeingUnit, listVisibleUnits } from './visibility.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function insertUnit(developer: string, subject?: string): Promise<string> {
  const unit = newUnit({ developer, ...(subject !== undefined && { subject }) });
  await answerOne(createUnit, { ...database, jsonLd: withoutJsonLd }, unit);
  return unit.id;
}
async function insertThing(developer: string, subject?: string): Promise<string> {
  const id = randomUUID();
  const definition = { title: 'Lamp', types: [], properties: {}, actions: {}, events: {} };
  await answerOne(
    createThing,
    { ...database, publishThingsHint: () => undefined },
    {
      caller: { developer, ...(subject !== undefined && { subject }) },
      id,
      app: 'app',
      state: { ...definition, values: {}, available: true },
    },
  );
  return id;
}
const hold = (developer: string, id: string, thing: string) =>
  answerOne(addThing, database, { caller: { developer }, id, thing });
const link = (developer: string, id: string, subject: string) =>
  answerOne(addSubject, database, { caller: { developer }, id, subject });

type ListQuery = {
  subject?: string;
  unit?: string;
  limit?: number;
  cursor?: string;
  /** The subject that asks. */
  by?: string;
  /** Whether things count. */
  things?: boolean;
};
const page = ({ limit = 1000, cursor }: ListQuery) => ({ limit, ...(cursor && { cursor }) });
const seeing = (developer: string, id: string, query: ListQuery = {}) =>
  listSubjectsSeeingUnit(
    database,
    {
      caller: { developer, subject: query.by },
      id,
      subject: query.subject,
      page: page(query),
      things: query.things ?? false,
    },
    patient,
  );
const seen = (developer: string, id: string, query: ListQuery = {}) =>
  listVisibleUnits(
    database,
    {
      caller: { developer, subject: query.by },
      id,
      unit: query.unit,
      page: page(query),
      things: query.things ?? false,
    },
    patient,
  );

test('a unit is seen by its owner and by those who are linked to it, with the reasons', async () => {
  const developer = randomUUID();
  const id = await insertUnit(developer, 'alice');
  for (const subject of ['bob', 'alice', 'carol']) await link(developer, id, subject);
  expect(await seeing(developer, id)).toEqual({
    items: [
      { id: 'alice', reasons: ['owner', 'linked'] },
      { id: 'bob', reasons: ['linked'] },
      { id: 'carol', reasons: ['linked'] },
    ],
  });
  expect((await seeing(developer, id, { subject: 'carol' })).items).toEqual([
    { id: 'carol', reasons: ['linked'] },
  ]);
  expect((await seeing(developer, id, { subject: 'dave' })).items).toEqual([]);
});

test('who only has things in a unit is told of where that is asked for, and sees nothing more', async () => {
  const developer = randomUUID();
  const id = await insertUnit(developer, 'alice');
  await link(developer, id, 'bob');
  const other = await insertUnit(developer);
  for (const subject of ['alice', 'carol', 'carol', 'dave', undefined]) {
    const thing = await insertThing(developer, subject);
    for (const unit of [id, other]) await hold(developer, unit, thing);
  }
  const [alice, bob, carol, dave] = [
    { id: 'alice', reasons: ['owner', 'has_things'] },
    { id: 'bob', reasons: ['linked'] },
    { id: 'carol', reasons: ['has_things'] },
    { id: 'dave', reasons: ['has_things'] },
  ];
  expect((await seeing(developer, id)).items.map((item) => item.id)).toEqual(['alice', 'bob']);
  const all = { things: true };
  expect((await seeing(developer, id, all)).items).toEqual([alice, bob, carol, dave]);
  expect((await seeing(developer, id, { ...all, subject: 'dave' })).items).toEqual([dave]);
  expect((await seeing(developer, id, { ...all, by: 'bob' })).items).toEqual([
    { id: 'alice', reasons: ['owner'] },
    bob,
  ]);
  const found: unknown[] = [];
  for (let cursor: string | undefined; ;) {
    const { items, next } = await seeing(developer, id, {
      ...all,
      limit: 1,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...items);
    cursor = next;
    if (cursor === undefined) break;
  }
  expect(found).toEqual([alice, bob, carol, dave]);

  expect((await seen(developer, 'alice', all)).items).toEqual([
    { id, reasons: ['owner', 'has_things'] },
    { id: other, reasons: ['has_things'] },
  ]);
  expect((await seen(developer, 'alice')).items).toEqual([{ id, reasons: ['owner'] }]);
  expect((await seen(developer, 'alice', { ...all, unit: other })).items).toHaveLength(1);
  // It is not told of a unit that it does not see.
  expect((await seen(developer, 'alice', { ...all, by: 'alice' })).items).toEqual([
    { id, reasons: ['owner', 'has_things'] },
  ]);
});

test('a unit of the developer has no owner', async () => {
  const developer = randomUUID();
  const id = await insertUnit(developer);
  expect(await seeing(developer, id)).toEqual({ items: [] });
});

test('a subject sees what it owns and what it is linked to, of its own account', async () => {
  const [developer, other] = [randomUUID(), randomUUID()];
  const shared = await insertUnit(developer, 'bob');
  const owned = await insertUnit(developer, 'alice');
  const both = await insertUnit(developer, 'alice');
  await insertUnit(developer, 'bob');
  const foreign = await insertUnit(other, 'alice');
  for (const id of [shared, both]) await link(developer, id, 'alice');
  expect(await seen(developer, 'alice')).toEqual({
    items: [
      { id: shared, reasons: ['linked'] },
      { id: owned, reasons: ['owner'] },
      { id: both, reasons: ['owner', 'linked'] },
    ],
  });
  expect((await seen(developer, 'alice', { unit: both })).items).toHaveLength(1);
  for (const unit of [foreign, randomUUID(), 'no id']) {
    expect((await seen(developer, 'alice', { unit })).items).toEqual([]);
  }
});

test('pages of one entry each make up the same lists', async () => {
  const developer = randomUUID();
  const id = await insertUnit(developer, 'alice');
  for (const subject of ['alice', 'bob', 'carol']) await link(developer, id, subject);
  await insertUnit(developer, 'alice');
  await link(developer, await insertUnit(developer), 'alice');
  for (const list of [
    (query: ListQuery) => seeing(developer, id, query),
    (query: ListQuery) => seen(developer, 'alice', query),
  ]) {
    const all = (await list({})).items;
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await list({ limit: 1, ...(cursor && { cursor }) });
      found.push(...items);
      cursor = next;
    } while (cursor);
    expect(found).toEqual(all);
    expect(all).toHaveLength(3);
  }
});

test('what is listed is what the subject can read', async () => {
  const developer = randomUUID();
  const subjects = ['alice', 'bob', 'carol'];
  const ids = await Promise.all(subjects.map((subject) => insertUnit(developer, subject)));
  await link(developer, ids[0]!, 'bob');
  for (const subject of subjects) {
    const visible = new Set((await seen(developer, subject)).items.map(({ id }) => id));
    for (const id of ids) {
      const isRead = await answerOne(readUnit, database, {
        caller: { developer, subject },
        id,
      }).then(
        () => true,
        () => false,
      );
      expect(visible.has(id)).toBe(isRead);
      expect((await seeing(developer, id, { subject })).items).toHaveLength(isRead ? 1 : 0);
    }
  }
});

test('a unit or a subject of another account is not found', async () => {
  const [developer, other] = [randomUUID(), randomUUID()];
  const id = await insertUnit(developer, 'alice');
  await expect(seeing(other, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(seeing(developer, 'no id')).rejects.toMatchObject({ code: 'not_found' });
  await expect(seen(other, 'alice')).rejects.toMatchObject({ code: 'not_found' });
});

test('a subject asks about the units that it sees, and about itself', async () => {
  const developer = randomUUID();
  const id = await insertUnit(developer, 'alice');
  await link(developer, id, 'bob');
  await insertUnit(developer, 'carol');
  expect(await seeing(developer, id, { by: 'bob' })).toEqual(await seeing(developer, id));
  await expect(seeing(developer, id, { by: 'carol' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await seen(developer, 'bob', { by: 'bob' })).toEqual(await seen(developer, 'bob'));
  await expect(seen(developer, 'alice', { by: 'bob' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
