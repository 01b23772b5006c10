import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { fold, orderedUnits, type NamedUnit, type OrderedInput } from '../testing/ordered-units.js';
import { createThing, updateThing } from '../things/change.js';
import { listThingsOrdered } from '../things/find.js';
import { linkUnits } from '../units/link.js';
import { addThing } from '../units/references.js';
import { removeUnit } from '../units/write.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const { createUnits, listUnits } = orderedUnits(() => database);

const ascending = { by: 'name', descending: false } as const;

const compare = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

const name = fc.oneof(
  fc.constantFrom(
    'Äpfel',
    'apfel',
    'Apfel',
    'Zürich',
    'zebra',
    'Straße',
    'strasse',
    '10',
    '9',
    '%',
    '_',
    '\\',
  ),
  fc.string({
    minLength: 1,
    maxLength: 8,
    unit: fc.constantFrom('a', 'B', 'é', 'É', ' ', '😀', '~', 'z'),
  }),
);

describe('a sorted list', () => {
  test('has everything once, without regard to case and accents, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        async (names, descending, limit) => {
          const caller = { developer: randomUUID() };
          const units = await createUnits(caller, names);
          const sorted = units.toSorted((a, b) => compare(fold(a.name), fold(b.name)));
          const found: string[] = [];
          let cursor: string | undefined;
          do {
            const page = { limit, cursor };
            const answer = await listUnits(caller, { by: 'name', descending }, { page });
            found.push(...answer.items);
            cursor = answer.next;
          } while (cursor !== undefined);
          const labels = found.map((id) => fold(units.find((unit) => unit.id === id)!.name));
          const expected = sorted.map((unit) => fold(unit.name));
          expect(labels).toEqual(descending ? expected.toReversed() : expected);
          expect(new Set(found).size).toBe(units.length);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('shows what stays exactly once while units come and go between its pages', async () => {
    const caller = { developer: randomUUID() };
    const stays = await createUnits(
      caller,
      Array.from({ length: 20 }, (_, n) => `room ${n}`),
    );
    const goes = await createUnits(
      caller,
      Array.from({ length: 20 }, (_, n) => `Room ${n}`),
    );
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await listUnits(caller, ascending, { page: { limit: 3, cursor } });
      found.push(...answer.items);
      cursor = answer.next;
      const leaving = goes.pop();
      if (leaving) await answerOne(removeUnit, needsOf(database), { caller, id: leaving.id });
      await createUnits(caller, [`room ${found.length}.5`, 'a', 'z']);
    } while (cursor !== undefined);
    for (const { id } of stays) expect(found.filter((other) => other === id)).toEqual([id]);
    expect(new Set(found).size).toBe(found.length);
  });

  test('of names that differ late only goes on, and has the longest of names', async () => {
    const caller = { developer: randomUUID() };
    const names = ['b', 'a', 'c'].map((end) => `${'ﷺ'.repeat(255)}${end}`);
    const units = await createUnits(caller, names);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await listUnits(caller, ascending, { page: { limit: 1, cursor } });
      found.push(...answer.items);
      cursor = answer.next;
    } while (cursor !== undefined);
    expect(found).toEqual(units.map(({ id }) => id));
  });

  test('is one of what meets the conditions, in and below units', async () => {
    const caller = { developer: randomUUID() };
    const [house, b, a, c] = (await createUnits(caller, ['house', 'b', 'a', 'c'])) as [
      NamedUnit,
      NamedUnit,
      NamedUnit,
      NamedUnit,
    ];
    const link = (parent: NamedUnit, child: NamedUnit) =>
      answerOne(linkUnits, needsOf(database), {
        caller,
        id: parent.id,
        role: 'children' as const,
        other: child.id,
      });
    await link(house, b);
    await link(house, a);
    await link(b, c);
    const ids = async (filter: OrderedInput['filter'], of: Caller = caller) =>
      (await listUnits(of, ascending, { filter })).items;
    expect(await ids({ in: house.id })).toEqual([a.id, b.id]);
    expect(await ids({ below: house.id })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ below: house.id, q: 'name!=a' })).toEqual([b.id, c.id]);
    expect(await ids({ type: 'hall' })).toEqual([]);
    expect(await ids({}, { ...caller, subject: 'alice' })).toEqual([]);
    await expect(ids({ below: house.id }, { developer: 'other' })).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/query/below' }] },
    });
  });

  test.each(['', '[]', '["-name","1",""]', '["name","x",""]', '["name","1"]', '{}', '7'])(
    'refuses the cursor %p',
    async (cursor) => {
      const page = { limit: 1, cursor };
      await expect(listUnits({ developer: 'any' }, ascending, { page })).rejects.toMatchObject({
        code: 'invalid_request',
        extras: { errors: [{ pointer: '/query/cursor' }] },
      });
    },
  );
});

test('things are sorted and found by the title of their developer, where they have one', async () => {
  const caller = { developer: randomUUID() };
  const state = { types: [], properties: {}, actions: {}, events: {}, values: {}, available: true };
  const ids = new Map<string, string>();
  for (const title of ['Lamp', 'sensor', 'Ångström meter']) {
    const id = randomUUID();
    ids.set(title, id);
    const input = { caller, id, app: 'app', state: { ...state, title } };
    await answerOne(createThing, needsOf(database), input);
  }
  const id = ids.get('sensor')!;
  await updateThing(needsOf(database), { caller, id, patch: { title: 'Zähler' } }, patient);
  const [unit] = await createUnits(caller, ['house']);
  await answerOne(addThing, needsOf(database), { caller, id: unit!.id, thing: id });
  const list = async (
    order: Parameters<typeof listThingsOrdered>[1]['order'],
    filter: Parameters<typeof listThingsOrdered>[1]['filter'] = {},
  ) => {
    const input = { caller, order, filter, page: { limit: 1000 } };
    const { items } = await listThingsOrdered(database, input, patient);
    return items.map((item) => [...ids].find(([, known]) => known === item)![0]);
  };
  const sorted = ['Ångström meter', 'Lamp', 'sensor'];
  expect(await list({ by: 'title', descending: false })).toEqual(sorted);
  expect(await list({ by: 'title', descending: true })).toEqual(sorted.toReversed());
  expect(await list({ by: 'created', descending: true })).toEqual([
    'Ångström meter',
    'sensor',
    'Lamp',
  ]);
  expect(await list({ search: 'zahler' })).toEqual(['sensor']);
  expect(await list({ search: 'sensor' })).toEqual([]);
  for (const condition of ['in', 'below']) {
    expect(await list({ by: 'title', descending: false }, { [condition]: unit!.id })).toEqual([
      'sensor',
    ]);
  }
});

test('the order is that of code points, whatever the collation of the database', async () => {
  const { rows } = await database.pool.query<{ collation: string }>(
    `SELECT collname AS collation FROM pg_index
    JOIN pg_collation ON pg_collation.oid = indcollation[1]
    WHERE indexrelid IN (
      'units_developer_folded_name_key_idx'::regclass,
      'things_developer_folded_title_key_idx'::regclass)`,
  );
  expect(rows).toEqual([{ collation: 'C' }, { collation: 'C' }]);
});
