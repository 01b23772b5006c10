import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import fc from 'fast-check';
import type { Traversals } from '../database/traversals.js';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import {
  comparisonsOfValue,
  expressions,
  isTrue,
  itemsAt,
  toText,
  value,
} from '../testing/expressions.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { queryThings } from '../things/find.js';
import { createUnit } from '../units/write.js';
import { findUnits } from '../units/list.js';
import { compileQuery } from './compile.js';
import { thingFields } from '../things/filter.js';
import { unitFields } from '../units/filter.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const tree = expressions(comparisonsOfValue());

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
          const isExpected = (_id: string, index: number) =>
            isTrue(tree, (path) => itemsAt(values[index], path));
          const q = toText(tree, 'properties', 'of', 'v');
          const found = await findUnits(database, { caller, page, filter: { q } }, patient);
          expect(found.items).toEqual(units.filter(isExpected));
          const input = { caller, page, filter: {}, q: toText(tree, 'values', 'of') };
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
    ['title==', 'Unexpected end at position 8.'],
    ['title=x', "Unexpected character '=' at position 6"],
    ['(title==x', 'Unexpected end at position 10.'],
    ["title=='x", "Unclosed quote ''' at position 8"],
    ['title=like=x', 'At position 1: There is no operator `=like=`.'],
    ['title==a;colour==red', 'At position 10: `colour` is not one of title'],
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
        await db.query('BEGIN');
        await db.query('SET LOCAL statement_timeout = 1');
        try {
          return await read(db);
        } finally {
          await db.query('ROLLBACK');
        }
      });
    const input = { caller, page, filter: {}, q: 'values.a==*y*' };
    await expect(queryThings({ traversals: hurried }, input, patient)).rejects.toMatchObject({
      code: 'timeout',
      message:
        'Checking `q` takes too long; use fewer conditions, or ask for fewer items on a page.',
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
