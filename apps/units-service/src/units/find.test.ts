import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller, UnitFilter } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import {
  comparisons,
  expressions,
  isTrue,
  toText,
  type Tree,
  type Value,
} from '../testing/expressions.js';
import { needsOf } from '../testing/needs.js';
import { allOf } from '../testing/pages.js';
import { newUnit } from '../testing/units.js';
import { createUnit } from './write.js';
import { findUnits } from './list.js';
import { linkUnits } from './link.js';
import { listUnitsOrdered } from './filter.js';
import { addSubject } from './references.js';
import { traverseUnits } from './traversal/traverse.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const subjects = ['alice', 'bob'];
const names = ['Attic', 'Bath', 'Cellar'];

interface ModelUnit {
  type: string;
  name: string;
  owner: string | undefined;
  linked: string[];
  size: number;
  /** The units that it is in, by their numbers, which are less than its own. */
  parents: number[];
}

const unitOf = (number: number): fc.Arbitrary<ModelUnit> =>
  fc.record({
    type: fc.constantFrom('room', 'floor'),
    name: fc.constantFrom(...names),
    owner: fc.constantFrom(undefined, 'alice', 'alice', 'bob'),
    linked: fc.uniqueArray(fc.constantFrom(...subjects)),
    size: fc.integer({ min: 0, max: 3 }),
    parents: number === 0 ? fc.constant([]) : fc.uniqueArray(fc.nat(number - 1), { maxLength: 2 }),
  });
const graph = fc
  .integer({ min: 1, max: 9 })
  .chain((size) => fc.tuple(...Array.from({ length: size }, (_, number) => unitOf(number))));

const expression = expressions(
  fc.oneof(
    comparisons('text', [['name']], [...names, 'b*', '*t*', '']),
    comparisons('text', [['type']], ['room', '*o*', 'g']),
    comparisons('json', [['properties', 'size']], ['0', '2', '3', 'small', '*']),
  ),
);

const optional = <const T>(...values: T[]) =>
  fc.constantFrom<(T | undefined)[]>(undefined, undefined, undefined, ...values);
const conditions = fc.record({
  type: optional('room', 'floor'),
  name: optional(...names),
  subject: optional(...subjects, 'nobody'),
  parents: optional('none'),
});

const sees = ({ owner, linked }: ModelUnit, subject: string | undefined): boolean =>
  subject === undefined || owner === subject || linked.includes(subject);

/** Returns the items that an expression finds of a unit. */
const itemsOf = ({ name, type, size }: ModelUnit, field: string): Value[] =>
  field === 'properties' ? [size] : [field === 'name' ? name : type];

interface ListQuery {
  filter: UnitFilter;
  expression: Tree | undefined;
  caller: Caller;
}

/** Whether a unit meets conditions, as the interface has it. */
const meets = (
  units: ModelUnit[],
  unit: ModelUnit,
  { filter, expression, caller }: ListQuery,
): boolean =>
  sees(unit, caller.subject) &&
  (filter.type === undefined || unit.type === filter.type) &&
  (filter.name === undefined || unit.name === filter.name) &&
  (filter.subject === undefined || sees(unit, filter.subject)) &&
  (filter.parents === undefined ||
    !unit.parents.some((parent) => sees(units[parent]!, caller.subject))) &&
  (!expression || isTrue(expression, ([field]) => itemsOf(unit, field!)));

/** The numbers of the units anywhere below one. */
function below(units: ModelUnit[], top: number): Set<number> {
  const found = new Set<number>();
  for (const [number, { parents }] of units.entries()) {
    if (parents.some((parent) => parent === top || found.has(parent))) found.add(number);
  }
  return found;
}

async function store(units: ModelUnit[], developer: string): Promise<string[]> {
  const needs = needsOf(database);
  const created = units.map(({ type, name, owner, size }) => ({
    ...newUnit({ developer, ...(owner !== undefined && { subject: owner }) }),
    type,
    name,
    properties: [{ name: 'size', value: size }],
  }));
  await answerBatch(createUnit, needs, created);
  const ids = created.map(({ id }) => id);
  const caller = { developer };
  const of = <T>(list: (unit: ModelUnit, id: string) => T[]) =>
    units.flatMap((unit, number) => list(unit, ids[number]!));
  const links = of(({ parents }, id) =>
    parents.map((parent) => ({ caller, id, role: 'parents' as const, other: ids[parent]! })),
  );
  if (links.length > 0) await answerBatch(linkUnits, needs, links);
  for (const input of of(({ linked }, id) => linked.map((subject) => ({ caller, id, subject })))) {
    await answerOne(addSubject, needs, input);
  }
  return ids;
}

const orders = fc.record({
  by: fc.constantFrom('name' as const, 'created' as const),
  descending: fc.boolean(),
});

/** Numbers of units in an order. Units of one name are in the order of their creation, or all the other way round. */
function inOrder(
  units: ModelUnit[],
  numbers: number[],
  { by, descending }: { by: 'name' | 'created'; descending: boolean },
): number[] {
  const nameOf = (number: number) => (by === 'name' ? names.indexOf(units[number]!.name) : 0);
  const sorted = numbers.toSorted((a, b) => nameOf(a) - nameOf(b) || a - b);
  return descending ? sorted.toReversed() : sorted;
}

test('any conditions, place and order list the units that a search through all of them finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      graph,
      conditions,
      fc.option(expression, { nil: undefined, freq: 3 }),
      fc.constantFrom(undefined, ...subjects),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(8),
      orders,
      async (units, given, expression, subject, limit, position, order) => {
        const developer = randomUUID();
        const ids = await store(units, developer);
        const caller = { developer, ...(subject !== undefined && { subject }) };
        const filter = { ...given, q: expression && toText(expression) };
        const listQuery = { filter: given, expression, caller };
        const top = position % units.length;
        const id = ids[top]!;
        const matching = (isPlaced: (unit: ModelUnit, number: number) => boolean) =>
          units.flatMap((unit, number) =>
            isPlaced(unit, number) && meets(units, unit, listQuery) ? [number] : [],
          );
        const inTop = matching(({ parents }) => parents.includes(top));
        const underTop = below(units, top);
        const belowTop = matching((_unit, number) => underTop.has(number));
        const numbersOf = (found: string[]) => found.map((one) => ids.indexOf(one));
        const find = (at: { in?: string } = {}) =>
          allOf((cursor) =>
            findUnits(
              database,
              { caller, page: { limit, cursor }, filter: { ...filter, ...at } },
              patient,
            ),
          );
        const sort = (at: { in?: string; below?: string } = {}) =>
          allOf((cursor) =>
            listUnitsOrdered(
              database,
              { caller, page: { limit, cursor }, filter: { ...filter, ...at }, order },
              patient,
            ),
          );
        const walk = () =>
          allOf((cursor) =>
            traverseUnits(
              database,
              { caller, id, direction: 'descendants', page: { limit, cursor }, ...filter },
              patient,
            ),
          );
        const all = matching(() => true);
        expect(numbersOf(await find())).toEqual(all);
        expect(numbersOf(await sort())).toEqual(inOrder(units, all, order));
        if (!sees(units[top]!, subject)) {
          const refused = { code: 'invalid_request' };
          for (const at of [{ in: id }, { below: id }]) {
            await expect(sort(at)).rejects.toMatchObject(refused);
          }
          await expect(find({ in: id })).rejects.toMatchObject(refused);
          await expect(walk()).rejects.toMatchObject({ code: 'not_found' });
          return;
        }
        expect(numbersOf(await find({ in: id }))).toEqual(inTop);
        expect(numbersOf(await sort({ in: id }))).toEqual(inOrder(units, inTop, order));
        expect(numbersOf(await sort({ below: id }))).toEqual(inOrder(units, belowTop, order));
        expect(numbersOf(await walk()).toSorted((a, b) => a - b)).toEqual(belowTop);
      },
    ),
    { numRuns: 50 },
  );
});
