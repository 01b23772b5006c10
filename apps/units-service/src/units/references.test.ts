import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Relation } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import type { Database } from '../database/open.js';
import { openTestDatabase } from '../testing/database.js';
import { afterWaiting } from '../testing/waiting.js';
import { addSubject, addThing, listReferences, removeReference } from './references.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A unit that alice owns, and a thing in her list. */
async function newUnitAndThing() {
  const developer = randomUUID();
  const [id, thing] = [randomUUID(), randomUUID()];
  await database.prisma.unit.create({
    data: { id, developer, ownerSubject: 'alice', name: 'Kitchen', type: 'room' },
  });
  await database.prisma.thing.create({
    data: {
      id: thing,
      developer,
      subject: 'alice',
      app: 'app',
      title: 'Lamp',
      available: true,
      properties: '{}',
      actions: '{}',
      values: '{}',
    },
  });
  const references = async (relation: Relation, subject?: string) => {
    const caller = { developer, ...(subject !== undefined && { subject }) };
    const input = { caller, id, relation, page: { limit: 1000 } };
    return (await answerOne(listReferences, database, input)).items;
  };
  return { developer, id, thing, references };
}

test('a thing is in a unit once, and is shown to those who see it', async () => {
  const { developer, id, thing, references } = await newUnitAndThing();
  const caller = { developer };
  await answerOne(addThing, database, { caller, id, thing });
  await answerOne(addThing, database, { caller, id, thing });
  await answerOne(addSubject, database, { caller, id, subject: 'bob' });
  expect(await references('things')).toEqual([thing]);
  expect(await references('things', 'alice')).toEqual([thing]);
  expect(await references('things', 'bob')).toEqual([]);
  const foreign = { caller: { developer, subject: 'bob' }, id, thing };
  await expect(answerOne(addThing, database, foreign)).rejects.toMatchObject({
    code: 'unknown_reference',
  });
});

test('a subject that is linked to a unit sees it until it is removed', async () => {
  const { developer, id, references } = await newUnitAndThing();
  const caller = { developer };
  await expect(references('subjects', 'bob')).rejects.toMatchObject({ code: 'not_found' });
  await answerOne(addSubject, database, { caller, id, subject: 'bob' });
  await answerOne(addSubject, database, { caller, id, subject: 'bob' });
  expect(await references('subjects', 'bob')).toEqual(['bob']);
  const input = { caller, id, relation: 'subjects' as const, other: 'bob' };
  await answerOne(removeReference, database, input);
  await expect(references('subjects', 'bob')).rejects.toMatchObject({ code: 'not_found' });
});

test('a reference that another call removes meanwhile is not there', async () => {
  const { developer, id, references } = await newUnitAndThing();
  const caller = { developer };
  await answerOne(addSubject, database, { caller, id, subject: 'bob' });
  const input = { caller, id, relation: 'subjects' as const, other: 'bob' };
  const removed = afterWaiting(
    database.pool,
    {
      text: 'DELETE FROM unit_subjects WHERE developer = $1 AND subject = $2',
      values: [developer, 'bob'],
    },
    () => answerOne(removeReference, database, input),
  );
  await expect(removed).rejects.toMatchObject({ code: 'not_found' });
  expect(await references('subjects')).toEqual([]);
});

test('a thing that the caller does not see is neither listed nor removed', async () => {
  const { developer, id, thing, references } = await newUnitAndThing();
  const caller = { developer };
  await answerOne(addThing, database, { caller, id, thing });
  await answerOne(addSubject, database, { caller, id, subject: 'bob' });
  const asBob = { caller: { developer, subject: 'bob' }, id, relation: 'things' as const };
  expect(await references('things', 'bob')).toEqual([]);
  await expect(
    answerOne(removeReference, database, { ...asBob, other: thing }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(await references('things', 'alice')).toEqual([thing]);
});

test.each<[Relation, string]>([
  ['things', randomUUID()],
  ['things', 'not-an-id'],
  ['children', randomUUID()],
  ['parents', 'not-an-id'],
  ['subjects', 'nobody'],
  ['subjects', '\u0000'],
])('a reference that is not there cannot be removed: %s %j', async (relation, other) => {
  const { developer, id } = await newUnitAndThing();
  const input = { caller: { developer }, id, relation, other };
  await expect(answerOne(removeReference, database, input)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a batch of references has the effect of its calls one after the other', async () => {
  const [one, other] = [await newUnitAndThing(), await newUnitAndThing()];
  const caller = { developer: one.developer };
  const stranger = { developer: other.developer };
  const missing = expect.objectContaining({ code: 'not_found' });
  const unknown = expect.objectContaining({ code: 'unknown_reference' });
  const { id, thing } = one;
  const additions = [
    { caller, id, thing },
    { caller: stranger, id: other.id, thing: other.thing },
    { caller, id, thing },
    { caller, id, thing: other.thing },
    { caller, id, thing: 'not-an-id' },
    { caller, id: other.id, thing },
  ];
  expect(await answerBatch(addThing, database, additions)).toEqual([
    {},
    {},
    {},
    unknown,
    unknown,
    missing,
  ]);
  const subjects = [
    { caller, id, subject: 'carol' },
    { caller, id: other.id, subject: 'carol' },
    { caller, id, subject: 'bob' },
    { caller, id, subject: 'carol' },
  ];
  expect(await answerBatch(addSubject, database, subjects)).toEqual([{}, missing, {}, {}]);
  const page = { limit: 1 };
  expect(
    await answerBatch(listReferences, database, [
      { caller, id, relation: 'subjects', page },
      { caller: stranger, id: other.id, relation: 'things', page },
      { caller, id: other.id, relation: 'things', page },
      { caller: { ...caller, subject: 'bob' }, id, relation: 'things', page },
      { caller, id, relation: 'children', page },
    ]),
  ).toEqual([
    { items: ['carol'], next: expect.any(String) },
    { items: [other.thing] },
    missing,
    { items: [] },
    { items: [] },
  ]);
  expect(
    await answerBatch(removeReference, database, [
      { caller, id, relation: 'subjects', other: 'bob' },
      { caller, id, relation: 'things', other: thing },
      { caller, id, relation: 'subjects', other: 'bob' },
      { caller: stranger, id, relation: 'subjects', other: 'carol' },
      { caller, id, relation: 'parents', other: id },
    ]),
  ).toEqual([{}, {}, missing, missing, missing]);
  expect(await one.references('subjects')).toEqual(['carol']);
  expect(await one.references('things')).toEqual([]);
});
