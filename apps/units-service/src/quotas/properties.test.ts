import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { QuotaLimits, UnitProperty } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { createUnit } from '../units/write.js';
import {
  addProperty,
  listProperties,
  removeProperty,
  updateProperty,
} from '../units/properties.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = (quotas?: Partial<QuotaLimits<'units'>>) => needsOf(database, quotas);

const full = (name: string) =>
  expect.objectContaining({ code: 'quota_exceeded', extras: about(name) });
const about = (name: string) =>
  expect.objectContaining({ quota: expect.objectContaining({ name }) });

/** Properties with these names, each of which takes as many bytes with its value. */
const named = (names: string, bytes = 4): UnitProperty[] =>
  [...names].map((name) => ({ name, value: 'x'.repeat(bytes - 3) }));

/** A unit, and what can be done with its properties under some quotas. */
async function unitWith(properties: UnitProperty[], quotas: Partial<QuotaLimits<'units'>>) {
  const unit = newUnit({ developer: randomUUID() }, properties);
  const { caller, id } = unit;
  await answerOne(createUnit, needs(), unit);
  const write = (handler: typeof addProperty | typeof updateProperty, given: UnitProperty[]) =>
    answerBatch(
      handler as typeof addProperty,
      needs(quotas),
      given.map((property) => ({ caller, id, property })),
    );
  return {
    add: (given: UnitProperty[]) => write(addProperty, given),
    update: (given: UnitProperty[]) => write(updateProperty, given),
    remove: (name: string) => answerOne(removeProperty, database, { caller, id, name }),
    async names() {
      const page = { limit: 1000 };
      const { items } = await answerOne(listProperties, database, { caller, id, page });
      return items.map(({ name }) => name).join('');
    },
  };
}

describe('a new unit', () => {
  const create = (properties: UnitProperty[], quotas: Partial<QuotaLimits<'units'>>) =>
    answerBatch(createUnit, needs(quotas), [newUnit({ developer: randomUUID() }, properties)]);

  test.each([
    ['unit_properties', { unit_properties: 2 }],
    ['unit_bytes', { unit_bytes: 8 }],
  ])('may be as large as %s says, and no larger', async (name, quotas) => {
    expect(await create(named('ab'), quotas)).toEqual([{ id: expect.any(String) }]);
    const [refused] = await create(named('abc'), quotas);
    expect(refused).toEqual(full(name));
    expect(refused).toMatchObject({ extras: { errors: [{ pointer: '/properties' }] } });
  });
});

describe('the properties of a unit', () => {
  test('are added up to their number, which deletions make room for', async () => {
    const unit = await unitWith(named('a'), { unit_properties: 3 });
    expect(await unit.add(named('bcd'))).toEqual([{}, {}, full('unit_properties')]);
    expect(await unit.add(named('d'))).toEqual([full('unit_properties')]);
    await unit.remove('a');
    expect(await unit.add(named('de'))).toEqual([{}, full('unit_properties')]);
    expect(await unit.names()).toBe('bcd');
  });

  test('are added up to their bytes; one that is too large harms no other', async () => {
    const unit = await unitWith(named('a'), { unit_bytes: 12 });
    const [large] = named('b', 100);
    const outcomes = await unit.add([large!, ...named('cd')]);
    expect(outcomes).toEqual([full('unit_bytes'), {}, {}]);
    expect(outcomes[0]).toMatchObject({ extras: { errors: [{ pointer: '/value' }] } });
    expect(await unit.add(named('e', 3))).toEqual([full('unit_bytes')]);
  });

  test('count in bytes of UTF-8', async () => {
    const unit = await unitWith([], { unit_bytes: 6 });
    expect(await unit.add([{ name: 'ä', value: 'ää' }])).toEqual([full('unit_bytes')]);
    expect(await unit.add([{ name: 'ä', value: 'ä' }])).toEqual([{}]);
  });

  test('are updated up to their bytes', async () => {
    const unit = await unitWith(named('ab'), { unit_bytes: 10 });
    expect(await unit.update(named('a', 7))).toEqual([full('unit_bytes')]);
    expect(await unit.update(named('a', 6))).toEqual([{}]);
    expect(await unit.update([...named('b', 5), ...named('a', 4), ...named('b', 6)])).toEqual([
      full('unit_bytes'),
      {},
      {},
    ]);
  });

  test('may become smaller when the quota is lowered below what is there', async () => {
    const unit = await unitWith(named('ab', 20), { unit_bytes: 10, unit_properties: 1 });
    expect(await unit.update(named('a', 20))).toEqual([{}]);
    expect(await unit.update(named('a', 15))).toEqual([{}]);
    expect(await unit.update(named('a', 16))).toEqual([full('unit_bytes')]);
    expect(await unit.names()).toBe('ab');
  });

  test('are in the way, or missing, also where there is no room', async () => {
    const unit = await unitWith(named('ab'), { unit_properties: 2, unit_bytes: 8 });
    const exists = expect.objectContaining({ code: 'already_exists' });
    const missing = expect.objectContaining({ code: 'not_found' });
    expect(await unit.add(named('a', 100))).toEqual([exists]);
    expect(await unit.update(named('c', 100))).toEqual([missing]);
    expect(await unit.add([...named('c'), ...named('b', 100)])).toEqual([
      full('unit_properties'),
      exists,
    ]);
  });

  test('never exceed their quotas, however many processes write them at once', async () => {
    const unit = await unitWith([], { unit_properties: 6, unit_bytes: 28 });
    const names = 'abcdefghijklmnopqrst';
    const batches = Array.from({ length: 10 }, (_, n) => named(names.slice(2 * n, 2 * n + 2)));
    const outcomes = (await Promise.all(batches.map(unit.add))).flat();
    expect(outcomes.filter((outcome) => !(outcome instanceof Error))).toHaveLength(6);
    const present = await unit.names();
    expect(present).toHaveLength(6);
    // 24 bytes are there, so that one of them can grow by four, or four of them by one.
    const updates = await Promise.all([...present].map((name) => unit.update(named(name, 5))));
    expect(updates.flat().filter((outcome) => !(outcome instanceof Error))).toHaveLength(4);
  });
});
