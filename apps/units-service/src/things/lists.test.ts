import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, PageOfIds, ThingFilter } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { expressions, isTrue, toText, type Tree } from '../testing/expressions.js';
import {
  itemsOf,
  meets,
  modelThing,
  option,
  storeThings,
  thingComparisons,
  thingConditions,
  titleOf,
  unitsBelow,
  type ModelThing,
} from '../testing/model-things.js';
import { fold } from '../testing/ordered-units.js';
import { allOf } from '../testing/pages.js';
import { listThingsBelow } from '../units/traversal/things-below.js';
import { findThings, listThingsOrdered, queryThings } from './find.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Order = Parameters<typeof listThingsOrdered>[1]['order'];
type Sorting = Exclude<Order, { search: string }>;

/** A list that somebody asks for. */
interface ListQuery {
  filter: ThingFilter;
  expression: Tree | undefined;
  subject: string | undefined;
  within: { of: 'in' | 'below'; unit: number } | undefined;
  order: Order | undefined;
  limit: number;
}

const words = ['lamp', 'LÄMP', 'hall lamp', 'la', 'hall 2', 'halk', 'strasse', 'x_y', '%', '1'];

const listQuery: fc.Arbitrary<ListQuery> = fc.record({
  filter: fc.oneof(fc.constant({}), thingConditions),
  expression: option(expressions(thingComparisons), 3),
  subject: fc.constantFrom(undefined, undefined, 'alice'),
  within: option(fc.record({ of: fc.constantFrom('in', 'below'), unit: fc.nat(4) })),
  order: option<Order>(
    fc.oneof(
      fc.record({ by: fc.constantFrom('title', 'created'), descending: fc.boolean() }),
      fc.record({ search: fc.constantFrom(...words) }),
    ),
    3,
  ),
  limit: fc.integer({ min: 1, max: 5 }),
});

/** The units that alice is linked to. */
const seen = [0, 2];

/** Reads a page as the requests do that lead to the handlers: each list has one that is made for it. */
function listOf(
  { filter, expression, within, order }: ListQuery,
  { caller, ids }: { caller: { developer: string }; ids: string[] },
) {
  const q = expression && toText(expression);
  const { of, id } = { of: within?.of, id: ids[within?.unit ?? 0]! };
  return async (page: Page): Promise<PageOfIds> => {
    if (order) {
      const placed = { ...filter, q, ...(of && { [of]: id }) };
      return listThingsOrdered(database, { caller, page, order, filter: placed }, patient);
    }
    if (of === 'below') {
      return listThingsBelow(database, { caller, id, page, filter, q }, patient);
    }
    const placed = { ...filter, ...(of && { in: id }) };
    return q === undefined
      ? answerOne(findThings, database, { caller, page, filter: placed })
      : queryThings(database, { caller, page, filter: placed, q }, patient);
  };
}

const isPlaced = ({ units }: ModelThing, within: ListQuery['within']): boolean => {
  if (!within) return true;
  return within.of === 'in'
    ? units.includes(within.unit)
    : units.some((unit) => unitsBelow[within.unit]!.includes(unit));
};

/** The numbers of the things that are meant, in the order of their creation. */
const expected = (
  things: ModelThing[],
  { filter, expression, subject, within }: ListQuery,
): number[] =>
  things.flatMap((thing, number) =>
    isPlaced(thing, within) &&
    meets(thing, filter, { developer: 'any', ...(subject && { subject }) }) &&
    (!expression || isTrue(expression, (path) => itemsOf(thing, path)))
      ? [number]
      : [],
  );

const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

function sorted(things: ModelThing[], numbers: number[], { by, descending }: Sorting): number[] {
  const label = (number: number) =>
    Buffer.from(by === 'title' ? fold(titleOf(things[number]!)) : '');
  const order = numbers.toSorted((a, b) => Buffer.compare(label(a), label(b)) || a - b);
  return descending ? order.toReversed() : order;
}

/** How well a title matches words: it begins with them, has them all, or has them nearly at the most. */
function rankOf(thing: ModelThing, search: string): 'begins' | 'has' | 'nearly' {
  const [title, phrase] = [fold(titleOf(thing)), fold(search)];
  if (title.startsWith(phrase)) return 'begins';
  const hasWord = (word: string) =>
    word.length < 3 ? ` ${title}`.includes(` ${word}`) : title.includes(word);
  return phrase.split(' ').every(hasWord) ? 'has' : 'nearly';
}

/** Checks what a search has found of the things that are meant: all that have the words, the best ones first. */
function checkFound(things: ModelThing[], found: number[], meant: number[], search: string) {
  const ranked = (numbers: number[], rank: ReturnType<typeof rankOf>) =>
    numbers.filter((number) => rankOf(things[number]!, search) === rank);
  const [begins, has, nearly] = (['begins', 'has', 'nearly'] as const).map((rank) =>
    ranked(found, rank),
  );
  expect(found).toEqual([...begins!, ...has!, ...nearly!]);
  expect(ascending(begins!)).toEqual(ranked(meant, 'begins'));
  expect(ascending(has!)).toEqual(ranked(meant, 'has'));
  expect(meant).toEqual(expect.arrayContaining(nearly!));
  expect(new Set(nearly).size).toBe(nearly!.length);
  if (!search.split(' ').some((word) => word.length > 3)) expect(nearly).toEqual([]);
}

test('any conditions, expression, place, order and page size list the things of a search through all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(modelThing, { maxLength: 12 }),
      fc.array(listQuery, { minLength: 1, maxLength: 6 }),
      async (things, lists) => {
        // Another account has the same, with the same clients: nothing of it is ever found.
        await storeThings(database, things);
        const graph = await storeThings(database, things);
        const { developer } = graph.caller;
        await database.pool.query(
          `INSERT INTO unit_subjects (unit_key, developer, subject)
          SELECT key, $1, 'alice' FROM unnest($2::bigint[]) AS linked(key)`,
          [developer, seen.map((unit) => graph.keys[unit])],
        );
        for (const list of lists) {
          const { subject, within, order, limit } = list;
          const caller = { developer, ...(subject && { subject }) };
          const read = listOf(list, { caller, ids: graph.ids });
          const found = allOf((cursor) => read({ limit, cursor }));
          if (within && subject && !seen.includes(within.unit)) {
            await expect(found).rejects.toMatchObject({
              code: order || within.of === 'in' ? 'invalid_request' : 'not_found',
            });
            continue;
          }
          const numbers = graph.numbersOf(await found);
          const meant = expected(things, list);
          if (order && 'search' in order) checkFound(things, numbers, meant, order.search);
          else if (order) expect(numbers).toEqual(sorted(things, meant, order));
          // Below a unit the order is that of the walk, which tests of its own compare.
          else expect(within?.of === 'below' ? ascending(numbers) : numbers).toEqual(meant);
        }
      },
    ),
    { numRuns: 100 },
  );
});
