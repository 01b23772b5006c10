import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadStatements, statementsReadingWhole } from '@trellis/testing';
import { openTestDatabase } from '../testing/database.js';
import { fillTables } from '../testing/large-tables.js';
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

test('nor does a plan that is made when they are large', async () => {
  await fillTables(database.pool);
  expect(await statementsReadingWhole(database.pool, source)).toEqual([]);
});
