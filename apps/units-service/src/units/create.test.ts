import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller, UnitProperty } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { readSubject } from '../subjects/subjects.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { openTestProcessor } from '../testing/json-ld.js';
import { createUnit } from './write.js';
import type { JsonLdProcessor } from './json-ld/processor.js';
import { listUnits } from './list.js';
import { addProperty, readProperty, removeProperty, updateProperty } from './properties.js';
import { readUnit } from './read.js';

let database: TestDatabase;
let jsonLd: JsonLdProcessor;
beforeAll(async () => {
  database = await openTestDatabase();
  jsonLd = openTestProcessor();
});
afterAll(() => Promise.all([database.close(), jsonLd.close()]));

const needs = () => ({ ...database, jsonLd });

async function newUnit(caller: Caller, properties: UnitProperty[] = []) {
  const id = randomUUID();
  const unit = { caller, id, name: 'Kitchen', type: 'room', properties };
  await answerOne(createUnit, needs(), unit);
  return unit;
}

test('a unit is created empty, owned by its subject, and once', async () => {
  const caller = { developer: randomUUID(), subject: 'alice' };
  const value = { a: [1, 'ä\u2028', null] };
  const unit = await newUnit(caller, [{ name: 'size', value }]);
  await answerOne(createUnit, needs(), { ...unit, name: 'Repeated' });
  expect(await answerOne(readUnit, database, { caller, id: unit.id })).toEqual({
    id: unit.id,
    name: 'Kitchen',
    type: 'room',
    owner: 'alice',
    properties: [{ name: 'size', value }],
    children: [],
    parents: [],
    subjects: [],
    things: [],
    truncated: [],
  });
  const { developer } = caller;
  const subject = await answerOne(readSubject, database, { caller: { developer }, id: 'alice' });
  expect(subject).toEqual({ id: 'alice', units: [unit.id], things: [] });
});

test('a unit with two properties of one name, or with invalid JSON-LD, is not created', async () => {
  const caller = { developer: randomUUID() };
  const repeated = ['size', 'size'].map((name) => ({ name, value: 1 }));
  await expect(newUnit(caller, repeated)).rejects.toMatchObject({
    code: 'invalid_request',
    extras: { errors: [{ pointer: '/properties/1/name' }] },
  });
  const invalid = [{ name: 'place', value: { '@id': 5 } }];
  await expect(newUnit(caller, invalid)).rejects.toMatchObject({
    code: 'invalid_json_ld',
    extras: { errors: [{ pointer: '/properties/0/value' }] },
  });
  const page = { limit: 1000 };
  expect(await answerOne(listUnits, database, { caller, page })).toEqual({ items: [] });
});

test('units are listed in the order of their creation, page by page', async () => {
  const caller = { developer: randomUUID() };
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await newUnit(caller)).id);
  const first = await answerOne(listUnits, database, { caller, page: { limit: 2 } });
  const page = { limit: 2, cursor: first.next };
  const second = await answerOne(listUnits, database, { caller, page });
  expect([first.items, second]).toEqual([ids.slice(0, 2), { items: ids.slice(2) }]);
});

test('a property is added once, read, updated and removed', async () => {
  const caller = { developer: randomUUID() };
  const { id } = await newUnit(caller);
  const property = { name: 'size', value: 1 };
  const named = { caller, id, name: 'size' };
  const missing = { code: 'not_found' };
  await expect(answerOne(updateProperty, needs(), { caller, id, property })).rejects.toMatchObject(
    missing,
  );
  await answerOne(addProperty, needs(), { caller, id, property });
  await expect(answerOne(addProperty, needs(), { caller, id, property })).rejects.toMatchObject({
    code: 'already_exists',
    extras: { existing: { kind: 'property', id, name: 'size' } },
  });
  await answerOne(updateProperty, needs(), { caller, id, property: { name: 'size', value: null } });
  expect(await answerOne(readProperty, database, named)).toEqual({ name: 'size', value: null });
  expect(await answerOne(removeProperty, database, named)).toEqual({ name: 'size', value: null });
  await expect(answerOne(readProperty, database, named)).rejects.toMatchObject(missing);
  await expect(answerOne(removeProperty, database, named)).rejects.toMatchObject(missing);
});
