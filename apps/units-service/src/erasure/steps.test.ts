import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { wholeAccount } from '@trellis/contracts';
import { recordStatements, tablesLeftBy } from '@trellis/testing';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { stepsOf } from './steps.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await openTestDatabase();
});
afterAll(() => testing.close());

test('the erasure of an account empties every table that names it', async () => {
  const erased = { id: randomUUID(), developer: 'acme', subject: wholeAccount, pass: 2 };
  const statements = await recordStatements(testing.pool, async (db) => {
    for (const step of stepsOf(wholeAccount)) await step.erase(db, erased, null);
  });
  expect(await tablesLeftBy(testing.pool, statements)).toEqual([
    // Without it, the receipt could not be read.
    'erasures',
    // A trigger deletes its rows with their units.
    'unit_roots',
  ]);
});
