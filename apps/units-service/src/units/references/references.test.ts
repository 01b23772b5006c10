import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Relation } from '@trellis/contracts';
import type { Database } from '../../database/open.js';
import { patient } from '../../testing/context.js';
import { openTestDatabase } from '../../testing/database.js';
import { addSubject } from './add-subject.js';
import { addThing } from './add-thing.js';
import { listReferences } from './list.js';
import { removeReference } from './remove.js';

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
    return (await listReferences(database, input, patient)).items;
  };
  return { developer, id, thing, references };
}

test('a thing is in a unit once, and is shown to those who see it', async () => {
  const { developer, id, thing, references } = await newUnitAndThing();
  const caller = { developer };
  await addThing(database, { caller, id, thing }, patient);
  await addThing(database, { caller, id, thing }, patient);
  await addSubject(database, { caller, id, subject: 'bob' }, patient);
  expect(await references('things')).toEqual([thing]);
  expect(await references('things', 'alice')).toEqual([thing]);
  expect(await references('things', 'bob')).toEqual([]);
  const foreign = { caller: { developer, subject: 'bob' }, id, thing };
  await expect(addThing(database, foreign, patient)).rejects.toMatchObject({
    code: 'unknown_reference',
  });
});

test('a subject that is linked to a unit sees it until it is removed', async () => {
  const { developer, id, references } = await newUnitAndThing();
  const caller = { developer };
  await expect(references('subjects', 'bob')).rejects.toMatchObject({ code: 'not_found' });
  await addSubject(database, { caller, id, subject: 'bob' }, patient);
  await addSubject(database, { caller, id, subject: 'bob' }, patient);
  expect(await references('subjects', 'bob')).toEqual(['bob']);
  const input = { caller, id, relation: 'subjects' as const, other: 'bob' };
  await removeReference(database, input, patient);
  await expect(references('subjects', 'bob')).rejects.toMatchObject({ code: 'not_found' });
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
  await expect(removeReference(database, input, patient)).rejects.toMatchObject({
    code: 'not_found',
  });
});
