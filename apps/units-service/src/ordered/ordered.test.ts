import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@trellis/contracts';
import { answerOne, answerSet } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { createThing } from '../things/create.js';
import { listThingsOrdered } from '../things/ordered.js';
import { updateThing } from '../things/update.js';
import { createUnit } from '../units/create.js';
import { linkUnits } from '../units/link.js';
import { listUnitsOrdered } from '../units/ordered.js';
import { addThing } from '../units/references/add-thing.js';
import { removeUnit } from '../units/remove.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Named {
  id: string;
  name: string;
}

async function createUnits(caller: Caller, names: string[]): Promise<Named[]> {
  const units = names.map((name) => ({ ...newUnit(caller), name }));
  await answerSet(createUnit, needsOf(database), units);
  return units;
}

type Input = Parameters<typeof listUnitsOrdered>[1];
type Order = Input['order'];

const listUnits = (caller: Caller, order: Order, rest: Partial<Input> = {}) =>
  listUnitsOrdered(
    database,
    { caller, order, page: { limit: 1000 }, filter: {}, ...rest },
    patient,
  );

async function search(caller: Caller, units: Named[], words: string, rest: Partial<Input> = {}) {
  const { items } = await listUnits(caller, { search: words }, rest);
  return items.map((id) => units.find((unit) => unit.id === id)!.name);
}

const ascending = { by: 'name', descending: false } as const;

/** A text without case and accents, as far as the names of these tests have some. */
const fold = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

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
      Named,
      Named,
      Named,
      Named,
    ];
    const link = (parent: Named, child: Named) =>
      answerOne(linkUnits, needsOf(database), {
        ...{ caller, id: parent.id, role: 'children' as const, other: child.id },
      });
    await link(house, b);
    await link(house, a);
    await link(b, c);
    const ids = async (filter: Input['filter'], of: Caller = caller) =>
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

describe('a search', () => {
  const caller = { developer: randomUUID() };
  const names = [
    ...['Living Room', 'Kitchen', 'Küche', 'Kitchenette', 'Kitchen Storage', 'Old kitchen'],
    ...[
      'Straße 5',
      '100%',
      'under_score',
      'back\\slash',
      'кухня',
      '厨房',
      'İstanbul',
      'Łódź',
      'a.b',
    ],
  ];
  let units: Named[];
  beforeAll(async () => {
    units = await createUnits(caller, names);
    await createUnits({ developer: 'another' }, names);
  });

  test.each<[string, string[]]>([
    ['kitchen', ['Kitchen', 'Kitchenette', 'Kitchen Storage', 'Old kitchen']],
    ['KITCHEN', ['Kitchen', 'Kitchenette', 'Kitchen Storage', 'Old kitchen']],
    ['storage kitchen', ['Kitchen Storage']],
    ['kuche', ['Küche']],
    ['KÜCHE', ['Küche']],
    ['strasse', ['Straße 5']],
    ['istanbul', ['İstanbul']],
    ['lodz', ['Łódź']],
    ['КУХНЯ', ['кухня']],
    ['厨房', ['厨房']],
    ['k', ['Küche', 'Kitchen', 'Kitchenette', 'Kitchen Storage', 'Old kitchen']],
    ['ro', ['Living Room']],
    ['%', []],
    ['100%', ['100%']],
    ['under_score', ['under_score']],
    ['1%0', []],
    ['u_d', []],
    ['back\\slash', ['back\\slash']],
    ['\\', []],
    ["kitchen' OR true --", []],
    ['.*', []],
    ['nowhere', []],
  ])('for %p finds %p', async (words, expected) => {
    expect(await search(caller, units, words)).toEqual(expected);
  });

  const word = fc.constantFrom('kitchen', 'bathroom', 'workshop', 'table', 'garage', 'window');
  const typo = fc
    .tuple(word, fc.nat(), fc.constantFrom('missing', 'added', 'wrong'))
    .map(([word, at, kind]) => {
      const place = at % word.length;
      const rest = kind === 'added' ? word.slice(place) : word.slice(place + 1);
      return { word, typed: word.slice(0, place) + (kind === 'missing' ? '' : 'q') + rest };
    });

  test('finds a word of which one letter is missing, too much or wrong', async () => {
    const of = { developer: randomUUID() };
    const words = ['kitchen', 'bathroom', 'workshop', 'table', 'garage', 'window'];
    const named = await createUnits(
      of,
      words.map((word) => `East ${word} 12`),
    );
    await fc.assert(
      fc.asyncProperty(typo, async ({ word, typed }) => {
        expect(await search(of, named, typed)).toEqual([`East ${word} 12`]);
      }),
      { numRuns: 60 },
    );
  });

  test('finds what has all words, as a model does, and before anything else', async () => {
    const part = fc.constantFrom(
      'East',
      'west',
      'Röm',
      'room',
      'Hall',
      'al',
      'é',
      '12',
      'x_y',
      '%',
    );
    const text = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
    const hasWord = (name: string, word: string) =>
      [...word].length < 3 ? ` ${name}`.includes(` ${word}`) : name.includes(word);
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        text,
        async (names, words) => {
          const of = { developer: randomUUID() };
          const named = await createUnits(of, names);
          const found = await search(of, named, words);
          const expected = names.filter((name) =>
            fold(words)
              .split(' ')
              .every((word) => hasWord(fold(name), word)),
          );
          expect(found.slice(0, expected.length).toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of very many goes on page by page: what begins with it first, then the others', async () => {
    const of = { developer: randomUUID() };
    await database.pool.query(
      `INSERT INTO units (id, developer, name, type)
      SELECT gen_random_uuid(), $1, CASE WHEN n % 4 = 0 THEN 'Hall ' ELSE 'East hall ' END || n, 'hall'
      FROM generate_series(1, 8000) AS n`,
      [of.developer],
    );
    for (const words of ['hall', 'halk']) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = { limit: 1000, cursor };
        const answer = await listUnits(of, { search: words }, { page });
        found.push(...answer.items);
        cursor = answer.next;
      } while (cursor !== undefined);
      expect(new Set(found).size).toBe(8000);
      expect(found).toHaveLength(8000);
      const { rows } = await database.pool.query<{ name: string }>(
        'SELECT name FROM units WHERE id = ANY ($1)',
        [found.slice(0, 2000)],
      );
      const first = rows.filter((unit) => unit.name.startsWith('Hall')).length;
      expect(first).toBe(words === 'hall' ? 2000 : 500);
    }
  });
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
  for (const place of ['in', 'below']) {
    expect(await list({ by: 'title', descending: false }, { [place]: unit!.id })).toEqual([
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
