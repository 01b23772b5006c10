import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadStatements, statementsReadingWhole, tablesReadWhole } from '@trellis/testing';
import { compileQuery } from '../query/compile.js';
import { thingFields } from '../things/filter.js';
import { unitFields } from '../units/filter.js';
import { kinds, sortedSql } from '../ordered/sort.js';
import { matchesSql } from '../ordered/search.js';
import { openTestDatabase } from '../testing/database.js';
import { fillTables } from '../testing/large-tables.js';
import { matchingThingsSql } from '../things/filter.sql.js';
import { findSql, findThingsBy, type AccessPath } from '../things/find.sql.js';
import { matchingUnitsSql, withoutParentsSql } from '../units/filter.sql.js';
import type { Database } from './open.js';

const source = fileURLToPath(new URL('..', import.meta.url));

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('every statement has a name of its own', async () => {
  const names = (await loadStatements(source)).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
});

test('a plan that is kept from when the tables were empty reads none of them as a whole', async () => {
  expect(await statementsReadingWhole(database.pool, source)).toEqual([]);
});

test('nor does a plan that is made when they are large, and nothing is known of what they hold', async () => {
  await fillTables(database.pool);
  // Those of traversals are planned without settings that keep PostgreSQL from it.
  for (const pool of [database.pool, database.pools.traversals!]) {
    expect(await statementsReadingWhole(pool, source)).toEqual([]);
  }
}, 120_000);

test('nor does one that is made with statistics', async () => {
  await database.pool.query('ANALYZE');
  expect(await statementsReadingWhole(database.pool, source)).toEqual([]);
}, 120_000);

const ofThings =
  'title==a*;description!=b;type==c,subject=in=(d,e);client==f;available==true;created>2026-01-01;' +
  '(values.g.h>1,values.i==*)';

test.each(Object.keys(findThingsBy) as AccessPath[])(
  'nor does an expression by which things are found by %s',
  async (path) => {
    const { sql } = compileQuery(ofThings, thingFields('candidate'), 14);
    expect(await tablesReadWhole(database.pool, findSql(path, { condition: sql }))).toEqual([]);
  },
);

test('nor does one by which things and units are selected', async () => {
  const things = compileQuery(ofThings, thingFields('thing'), 11).sql;
  expect(await tablesReadWhole(database.pool, matchingThingsSql(things))).toEqual([]);
  const ofUnits = 'name==a*,type==b;properties.c==*,properties.d.e<1';
  const units = compileQuery(ofUnits, unitFields('unit'), 6).sql;
  for (const sql of [units, `${withoutParentsSql} AND ${units}`]) {
    expect(await tablesReadWhole(database.pool, matchingUnitsSql(sql))).toEqual([]);
  }
});

test.each(['units', 'things'] as const)('nor does a sorted list or a search of %s', async (of) => {
  const rows = { kind: kinds[of], developer: 'developer-1', among: undefined };
  const after = { list: 'any', key: '1', value: 'a' };
  for (const by of ['label', 'created'] as const) {
    for (const descending of [false, true]) {
      const { sql } = sortedSql(rows, { by, descending, after, count: 100 });
      expect(await tablesReadWhole(database.pool, sql)).toEqual([]);
    }
  }
  for (const tolerance of ['exact', 'similar'] as const) {
    const { sql } = matchesSql(rows, { words: ['kitchen', 'ab', '12'], after, tolerance });
    expect(await tablesReadWhole(database.pool, sql)).toEqual([]);
  }
});
