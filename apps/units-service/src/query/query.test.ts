import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import fc from 'fast-check';
import type { Traversals } from '../database/traversals.js';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { queryThings } from '../things/query.js';
import { createUnit } from '../units/create.js';
import { findUnits } from '../units/find.js';
import { compileQuery } from './compile.js';
import { thingFields } from '../things/fields.js';
import { unitFields } from '../units/fields.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Value = string | number | boolean | null | Value[] | { a: Value };

const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('red', 'blue', '12', "it's", '', 'a%b', 'a_b'),
    fc.integer({ min: -3, max: 12 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.record({ a: tie('value') }),
  ),
})).value;

interface Compared {
  path: string[];
  operator: '==' | '!=' | '=in=' | '=out=' | '<' | '>=';
  values: string[];
}
type Tree = Compared | { and: boolean; left: Tree; right: Tree };

const compared: fc.Arbitrary<Compared> = fc.record({
  path: fc.constantFrom([], ['a'], ['a', 'a']),
  operator: fc.constantFrom('==', '!=', '=in=', '=out=', '<', '>='),
  values: fc.array(
    fc.constantFrom('red', 'r*', '*', '12', '-1.0', 'true', 'null', "it's", 'a%*', 'a_b', ''),
    { minLength: 1, maxLength: 3 },
  ),
});
const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    compared,
    fc.record({ and: fc.boolean(), left: tie('tree'), right: tie('tree') }),
  ),
})).tree;

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function toText(tree: Tree, of: string): string {
  if ('and' in tree) {
    return `(${toText(tree.left, of)}${tree.and ? ';' : ','}${toText(tree.right, of)})`;
  }
  const { path, operator, values } = tree;
  const right =
    operator.startsWith('=i') || operator.startsWith('=o')
      ? `(${values.map(quoted).join(',')})`
      : quoted(values[0]!);
  return [of, ...path].join('.') + operator + right;
}

/** The items at a path: members are looked for in the entries of arrays, too. */
function itemsAt(value: Value, path: string[]): Value[] {
  const [name, ...rest] = path;
  if (name === undefined) return Array.isArray(value) ? value : [value];
  const objects = Array.isArray(value) ? value : [value];
  return objects.flatMap((object) =>
    object !== null && typeof object === 'object' && 'a' in object ? itemsAt(object.a, rest) : [],
  );
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text));
const matches = (text: string, pattern: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(text);

function isEqual(item: Value, value: string): boolean {
  if (value === '*') return true;
  if (typeof item === 'string') return matches(item, value);
  if (typeof item === 'number') return isNumber(value) && item === Number(value);
  return typeof item !== 'object' ? String(item) === value : item === null && value === 'null';
}

function isOrdered(item: Value, operator: '<' | '>=', value: string): boolean {
  const isLess = isNumber(value)
    ? typeof item === 'number' && item < Number(value)
    : typeof item === 'string' && item < value;
  const isComparable = typeof item === (isNumber(value) ? 'number' : 'string');
  return isComparable && (operator === '<' ? isLess : !isLess);
}

function meets(tree: Tree, given: Value | undefined): boolean {
  if ('and' in tree) {
    const [left, right] = [meets(tree.left, given), meets(tree.right, given)];
    return tree.and ? left && right : left || right;
  }
  const { path, operator, values } = tree;
  const items = given === undefined ? [] : itemsAt(given, path);
  if (operator === '<' || operator === '>=') {
    return items.some((item) => isOrdered(item, operator, values[0]!));
  }
  const wanted = operator === '==' || operator === '!=' ? values.slice(0, 1) : values;
  const isFound = items.some((item) => wanted.some((value) => isEqual(item, value)));
  return operator === '!=' || operator === '=out=' ? !isFound : isFound;
}

const page = { limit: 1000 };

test('any expression finds the units and things that a search through all of them finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(value, { nil: undefined }), { maxLength: 6 }),
      fc.array(tree, { minLength: 1, maxLength: 4 }),
      async (values, trees) => {
        const caller = { developer: randomUUID() };
        const units: string[] = [];
        const things: string[] = [];
        for (const value of values) {
          // In an object, so that it is no JSON-LD.
          const unit = newUnit(
            caller,
            value === undefined ? [] : [{ name: 'of', value: { v: value } }],
          );
          await answerOne(createUnit, needsOf(database), unit);
          units.push(unit.id);
          things.push(randomUUID());
          await database.pool.query(
            `INSERT INTO things (id, developer, title, properties, actions, "values", available, modified)
            VALUES ($1, $2, 'thing', '{}', '{}', $3, true, now())`,
            [things.at(-1), caller.developer, JSON.stringify({ of: value })],
          );
        }
        for (const tree of trees) {
          const isExpected = (_id: string, index: number) => meets(tree, values[index]);
          const q = toText(tree, 'properties.of.v');
          const found = await findUnits(database, { caller, page, filter: { q } }, patient);
          expect(found.items).toEqual(units.filter(isExpected));
          const input = { caller, page, filter: {}, q: toText(tree, 'values.of') };
          expect((await queryThings(database, input, patient)).items).toEqual(
            things.filter(isExpected),
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('an expression', () => {
  const fields = thingFields('thing');
  const compile = (q: string) => compileQuery(q, fields, 1);

  test.each([
    ['title==', 'Unexpected end'],
    ['title=x', "Unexpected character '=' at position 6"],
    ['(title==x', 'Unexpected end'],
    ["title=='x", "Unclosed quote ''' at position 8"],
    ['title=like=x', 'At position 1: There is no operator `=like=`.'],
    ['title==a;colour==red', 'At position 10: `colour` is none of title'],
    ["title=='colour==red';colour==red", 'At position 22: '],
    ['values==1', 'At position 1: `values` needs a name'],
    ['title.a==1', 'At position 1: `title` has no members.'],
    ['available==maybe', 'At position 1: Can only be'],
    ['created>yesterday', 'At position 1: Can only be compared with a time'],
    ['title==(a,b)', 'At position 1: Only `=in=` and `=out=`'],
    ['values.%zz==1', 'At position 1: Has an empty or malformed name.'],
    ['values.a%00==1', 'At position 1: '],
    ['__proto__==1', 'At position 1: '],
    [Array.from({ length: 51 }, () => 'title==a').join(';'), 'At position 451: Has more than 50'],
  ])('that is none is refused, and says where: %s', (q, detail) => {
    const error = expect.objectContaining({
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/query/q', detail: expect.stringContaining(detail) }] },
    });
    expect(() => compile(q)).toThrow(error);
  });

  test('never becomes part of the statement', () => {
    const hostile = `'; DROP TABLE things; --`;
    const name = encodeURIComponent(hostile).replaceAll("'", '%27');
    const q = `title=="${hostile}";values.${name}>="${hostile}"`;
    const { sql, values } = compile(q);
    expect(sql).not.toContain('DROP');
    expect(values.filter((value) => String(value).includes('DROP'))).toHaveLength(4);
  });

  test('that takes too long ends with a problem', async () => {
    const caller = { developer: randomUUID() };
    await database.pool.query(
      `INSERT INTO things (id, developer, title, properties, actions, "values", available, modified)
      SELECT gen_random_uuid(), $1, 'thing', '{}', '{}',
        json_build_object('a', repeat('x', 1000)), true, now()
      FROM generate_series(1, 5000)`,
      [caller.developer],
    );
    const hurried: Traversals = (call, read) =>
      database.traversals(call, async (db) => {
        await db.query('SET statement_timeout = 1');
        try {
          return await read(db);
        } finally {
          await db.query('RESET statement_timeout');
        }
      });
    const input = { caller, page, filter: {}, q: 'values.a==*y*' };
    await expect(queryThings({ traversals: hurried }, input, patient)).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  test('sees no value that is not to be read, and nothing of other accounts', async () => {
    const caller = { developer: randomUUID() };
    const id = randomUUID();
    await database.pool.query(
      `INSERT INTO things (id, developer, subject, title, types, properties, actions, "values", available,
        modified)
      VALUES ($1, $2, 'alice', 'Lamp', '["Light"]', '{"pin":{"writeOnly":true}}', '{}',
        '{"pin":1,"on":true}', true, now())`,
      [id, caller.developer],
    );
    const ask = async (q: string, asking: object = caller) => {
      const input = { caller: asking as typeof caller, page, filter: {}, q };
      return (await queryThings(database, input, patient)).items;
    };
    for (const q of ['values.pin==1', 'values.pin==*', 'values.on==false']) {
      expect(await ask(q)).toEqual([]);
    }
    const q =
      'type==Li*;title==lamp,title==Lamp;available==true;created>2026-01-01;values.on==true';
    expect(await ask(q)).toEqual([id]);
    expect(await ask(q, { ...caller, subject: 'alice' })).toEqual([id]);
    expect(await ask(q, { ...caller, subject: 'bob' })).toEqual([]);
    expect(await ask(q, { developer: randomUUID() })).toEqual([]);
  });

  test('of units is compiled for their name and type', () => {
    expect(compileQuery('name==A;type==b', unitFields('unit'), 1).values).toEqual(['A', 'b']);
  });
});
