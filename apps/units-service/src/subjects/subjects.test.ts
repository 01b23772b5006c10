import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { newUnit, withoutJsonLd } from '../testing/units.js';
import { createUnit } from '../units/write.js';
import { addSubject } from '../units/references.js';
import { patient } from '../testing/context.js';
import { listSubjects, readSubject, registerSubject, updateSubject } from './subjects.js';

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
const share = (developer: string, id: string, subject: string) =>
  answerOne(addSubject, database, { caller: { developer }, id, subject });
const read = (developer: string, id: string, subject?: string) => {
  const caller = { developer, ...(subject !== undefined && { subject }) };
  return answerOne(readSubject, database, { caller, id });
};

test('a subject has the units that it owns or is linked to, of its own account', async () => {
  const [developer, other] = [randomUUID(), randomUUID()];
  const owned = await insertUnit(developer, 'alice');
  const shared = await insertUnit(developer, 'bob');
  await insertUnit(developer, 'bob');
  await share(developer, shared, 'alice');
  const foreign = await insertUnit(other, 'alice');
  await share(other, await insertUnit(other), 'alice');
  expect(await read(developer, 'alice')).toEqual({
    id: 'alice',
    units: [owned, shared],
    things: [],
  });
  expect((await read(other, 'alice')).units).toHaveLength(2);
  expect((await read(other, 'alice')).units).toContain(foreign);
});

test('a subject sees of another what it sees itself, and nothing of one with whom it shares nothing', async () => {
  const developer = randomUUID();
  const shared = await insertUnit(developer, 'alice');
  await insertUnit(developer, 'alice');
  await share(developer, shared, 'bob');
  await insertUnit(developer, 'carol');
  expect(await read(developer, 'alice', 'bob')).toMatchObject({ units: [shared] });
  await expect(read(developer, 'alice', 'carol')).rejects.toMatchObject({ code: 'not_found' });
  await expect(read(developer, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
});

test('a subject has attributes, by which it is found in its account alone', async () => {
  const [developer, other] = [randomUUID(), randomUUID()];
  for (const subject of ['alice', 'bob', 'carol']) {
    await answerOne(registerSubject, database, { developer, subject });
  }
  await answerOne(registerSubject, database, { developer: other, subject: 'alice' });
  const update = (id: string, attributes: Record<string, string | null>, expected?: string[]) =>
    updateSubject(database, { caller: { developer }, id, attributes, expected }, patient);
  const find = async (attributes: Record<string, string>, caller: object = {}, limit = 10) => {
    const input = { caller: { developer, ...caller }, page: { limit }, attributes };
    return (await listSubjects(database, input, patient)).items;
  };
  const { version } = await update('alice', { plan: 'basic', no: '1' });
  await update('carol', { plan: 'basic' });
  expect(await read(developer, 'alice')).toMatchObject({ attributes: { plan: 'basic', no: '1' } });
  expect(await read(other, 'alice')).not.toHaveProperty('attributes');
  expect(await find({ plan: 'basic' })).toEqual(['alice', 'carol']);
  expect(await find({ plan: 'basic' }, {}, 1)).toEqual(['alice']);
  expect(await find({ plan: 'basic', no: '1' })).toEqual(['alice']);
  expect(await find({ plan: 'basic' }, { subject: 'carol' })).toEqual(['carol']);
  expect(await find({ plan: 'basic' }, { developer: other })).toEqual([]);
  await update('alice', { plan: null }, [version]);
  expect(await find({ plan: 'basic' })).toEqual(['carol']);
  const stale = { code: 'precondition_failed' };
  await expect(update('alice', { no: '2' }, [version])).rejects.toMatchObject(stale);
  await expect(update('nobody', {})).rejects.toMatchObject({ code: 'not_found' });
});
