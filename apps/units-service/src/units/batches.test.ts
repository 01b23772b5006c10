import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { newUnit, withoutJsonLd } from '../testing/units.js';
import { createUnit, removeUnit } from './write.js';
import { listUnits } from './list.js';
import {
  addProperty,
  listProperties,
  readProperty,
  removeProperty,
  updateProperty,
} from './properties.js';
import { readUnit } from './read.js';
import { addSubject } from './references.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = (jsonLd = withoutJsonLd) => ({ ...database, jsonLd });
const missing = expect.objectContaining({ code: 'not_found' });
const page = { limit: 1000 };

async function createdUnit(caller: Caller): Promise<string> {
  const unit = newUnit(caller);
  await answerOne(createUnit, needs(), unit);
  return unit.id;
}

describe('a batch of new units', () => {
  test('is stored for different callers in order, without those that are refused', async () => {
    const [one, other] = [{ developer: randomUUID() }, { developer: randomUUID() }];
    const alice = { ...one, subject: 'alice' };
    const repeated = newUnit(one, [{ name: 'size', value: 1 }]);
    const units = [
      repeated,
      newUnit(other),
      newUnit(alice, [
        { name: 'b', value: 1 },
        { name: 'a', value: 2 },
      ]),
      newUnit(one, [
        { name: 'size', value: 1 },
        { name: 'size', value: 2 },
      ]),
      { ...repeated, name: 'Repeated', properties: [{ name: 'more', value: 1 }] },
      newUnit(one),
    ];
    const ids = units.map(({ id }) => id);
    const outcomes = await answerBatch(createUnit, needs(), units);
    expect(outcomes).toEqual(
      ids.map((id, index) =>
        index === 3 ? expect.objectContaining({ code: 'invalid_request' }) : { id },
      ),
    );
    expect(
      await answerBatch(listUnits, database, [
        { caller: one, page },
        { caller: alice, page },
        { caller: other, page },
      ]),
    ).toEqual([{ items: [ids[0], ids[2], ids[5]] }, { items: [ids[2]] }, { items: [ids[1]] }]);
    const [first, third] = await answerBatch(readUnit, database, [
      { caller: one, id: ids[0]! },
      { caller: alice, id: ids[2]! },
    ]);
    expect(first).toMatchObject({ name: 'Kitchen', properties: [{ name: 'size', value: 1 }] });
    expect(third).toMatchObject({ properties: [{ name: 'b' }, { name: 'a' }] });
  });

  test('does not wait for JSON-LD, nor stores a unit whose caller has given up meanwhile', async () => {
    const caller = { developer: randomUUID() };
    const property = { name: 'place', value: { '@id': 'urn:x' } };
    const [plain, checked, late] = [
      newUnit(caller),
      newUnit(caller, [property]),
      newUnit(caller, [property]),
    ];
    let finish = () => {};
    const isChecked = new Promise<void>((resolve) => (finish = resolve));
    const processor = { ...withoutJsonLd, check: () => isChecked.then(() => ({})) };
    const outcomes = await createUnit(needs(processor), [
      { input: plain, ...patient },
      { input: checked, ...patient },
      { input: late, expiresAt: 0 },
    ]);
    const list = () => answerOne(listUnits, database, { caller, page });
    expect(await list()).toEqual({ items: [plain.id] });
    finish();
    expect(await outcomes[1]).toEqual({ id: checked.id });
    await expect(outcomes[2]).rejects.toMatchObject({ code: 'timeout' });
    expect(await list()).toEqual({ items: [plain.id, checked.id] });
  });
});

describe('a batch of lists', () => {
  test('may have pages, filters and callers of all kinds', async () => {
    const developer = { developer: randomUUID() };
    const alice = { ...developer, subject: 'alice' };
    const units = [
      { ...newUnit(developer), type: 'floor' },
      newUnit(alice),
      { ...newUnit(developer), name: 'Hall' },
      { ...newUnit(alice), name: 'Hall' },
      newUnit(developer),
    ];
    await answerBatch(createUnit, needs(), units);
    const ids = units.map(({ id }) => id);
    await answerBatch(
      addSubject,
      database,
      [0, 1, 2].map((index) => ({ caller: developer, id: ids[index]!, subject: 'alice' })),
    );
    const lists = await answerBatch(listUnits, database, [
      { caller: developer, page },
      { caller: alice, page },
      { caller: developer, page, type: 'room' },
      { caller: alice, page, type: 'room' },
      { caller: developer, page, name: 'Hall' },
      { caller: alice, page, name: 'Kitchen' },
      { caller: developer, page, name: 'Kitchen', type: 'floor' },
      { caller: alice, page, name: 'Hall', type: 'floor' },
      { caller: { developer: randomUUID() }, page },
    ]);
    const expected = [
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3],
      [2, 3],
      [0, 1],
      [0],
      [],
      [],
    ];
    expect(lists).toEqual(expected.map((items) => ({ items: items.map((index) => ids[index]!) })));
  });

  test('continues each list where its cursor says', async () => {
    const developer = { developer: randomUUID() };
    const alice = { ...developer, subject: 'alice' };
    const units = Array.from({ length: 5 }, () => newUnit(alice));
    await answerBatch(createUnit, needs(), units);
    for (const caller of [developer, alice]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const next = { limit: 2, ...(cursor !== undefined && { cursor }) };
        const list = await answerOne(listUnits, database, { caller, page: next });
        found.push(...list.items);
        cursor = list.next;
      } while (cursor !== undefined);
      expect(found).toEqual(units.map(({ id }) => id));
    }
    const exact = { caller: alice, page: { limit: 5 } };
    expect(await answerOne(listUnits, database, exact)).not.toHaveProperty('next');
    const beyond = { caller: alice, page: { limit: 5, cursor: '9'.repeat(19) } };
    expect(await answerOne(listUnits, database, beyond)).toEqual({ items: [] });
  });
});

describe('a batch of writes of properties', () => {
  const property = (name: string, value: unknown) => ({ name, value });
  const exists = expect.objectContaining({ code: 'already_exists' });

  test('has the effect of its calls one after the other', async () => {
    const caller = { developer: randomUUID() };
    const [one, other] = [await createdUnit(caller), await createdUnit(caller)];
    const stranger = { developer: randomUUID() };
    expect(
      await answerBatch(addProperty, needs(), [
        { caller, id: one, property: property('b', 1) },
        { caller, id: other, property: property('b', 2) },
        { caller, id: one, property: property('b', 3) },
        { caller, id: one, property: property('a', 4) },
        { caller: stranger, id: one, property: property('c', 5) },
        { caller, id: randomUUID(), property: property('c', 5) },
        { caller, id: 'not-an-id', property: property('c', 5) },
      ]),
    ).toEqual([{}, {}, exists, {}, missing, missing, missing]);
    expect(
      await answerBatch(updateProperty, needs(), [
        { caller, id: one, property: property('b', 6) },
        { caller, id: one, property: property('b', 7) },
        { caller, id: other, property: property('a', 8) },
        { caller: stranger, id: one, property: property('b', 9) },
      ]),
    ).toEqual([{}, {}, missing, missing]);
    expect(
      await answerBatch(listProperties, database, [
        { caller, id: one, page },
        { caller, id: other, page },
        { caller: stranger, id: one, page },
        { caller, id: one, page: { limit: 1 } },
      ]),
    ).toEqual([
      { items: [property('b', 7), property('a', 4)] },
      { items: [property('b', 2)] },
      missing,
      { items: [property('b', 7)], next: expect.any(String) },
    ]);
    expect(
      await answerBatch(removeProperty, database, [
        { caller, id: one, name: 'b' },
        { caller, id: one, name: 'b' },
        { caller: stranger, id: one, name: 'a' },
        { caller, id: one, name: '\u0000' },
      ]),
    ).toEqual([property('b', 7), missing, missing, missing]);
    expect(
      await answerBatch(readProperty, database, [
        { caller, id: one, name: 'a' },
        { caller, id: one, name: 'b' },
        { caller, id: other, name: '\u0000' },
        { caller: stranger, id: one, name: 'a' },
      ]),
    ).toEqual([property('a', 4), missing, missing, missing]);
  });

  test('of several services at once never fails', async () => {
    const caller = { developer: randomUUID() };
    const ids = [await createdUnit(caller), await createdUnit(caller), await createdUnit(caller)];
    const writes = ids.flatMap((id) =>
      ['a', 'b', 'c'].map((name) => ({ caller, id, property: property(name, 1) })),
    );
    const batches = [writes, writes.toReversed(), writes, writes.toReversed()];
    for (let round = 0; round < 10; round += 1) {
      const added = await Promise.all(
        batches.map((batch) => answerBatch(addProperty, needs(), batch)),
      );
      const outcomes = added.flat().filter((outcome) => !(outcome instanceof Error));
      expect(outcomes).toHaveLength(writes.length);
      const removals = writes.map(({ property, ...of }) => ({ ...of, name: property.name }));
      const [removed, updated] = await Promise.all([
        answerBatch(removeProperty, database, removals),
        answerBatch(updateProperty, needs(), writes.toReversed()),
      ]);
      expect(removed).toEqual(writes.map(({ property }) => property));
      expect(updated).toHaveLength(writes.length);
    }
  });
});

test('a unit that is removed twice in a batch is removed once', async () => {
  const caller = { developer: randomUUID() };
  const [one, other] = [await createdUnit(caller), await createdUnit(caller)];
  const stranger = { developer: caller.developer, subject: 'bob' };
  expect(
    await answerBatch(removeUnit, database, [
      { caller: stranger, id: one },
      { caller, id: other },
      { caller, id: one },
      { caller, id: one },
    ]),
  ).toEqual([missing, {}, {}, missing]);
  expect(await answerOne(listUnits, database, { caller, page })).toEqual({ items: [] });
});
