import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@trellis/contracts';
import fc from 'fast-check';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { fold, orderedUnits, type NamedUnit, type OrderedInput } from '../testing/ordered-units.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const { createUnits, listUnits } = orderedUnits(() => database);

async function search(
  caller: Caller,
  units: NamedUnit[],
  words: string,
  rest: Partial<OrderedInput> = {},
) {
  const { items } = await listUnits(caller, { search: words }, rest);
  return items.map((id) => units.find((unit) => unit.id === id)!.name);
}

describe('a search', () => {
  const caller = { developer: randomUUID() };
  const names = [
    'Living Room',
    'Kitchen',
    'Küche',
    'Kitchenette',
    'Kitchen Storage',
    'Old kitchen',
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
  let units: NamedUnit[];
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
      const position = at % word.length;
      const rest = kind === 'added' ? word.slice(position) : word.slice(position + 1);
      return { word, typed: word.slice(0, position) + (kind === 'missing' ? '' : 'q') + rest };
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
