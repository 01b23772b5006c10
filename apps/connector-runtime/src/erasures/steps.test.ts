import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { wholeAccount } from '@trellis/contracts';
import { recordStatements, tablesLeftBy } from '@trellis/testing';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { stepsOf } from './steps.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

test('the erasure of an account empties every table that names it', async () => {
  const erased = { id: randomUUID(), developer: 'acme', subject: wholeAccount, pass: 2 };
  const statements = await recordStatements(testing.pool, async (db) => {
    for (const step of stepsOf(wholeAccount)) await step.erase(db, erased, null);
  });
  expect(await tablesLeftBy(testing.pool, statements)).toEqual([
    // Clients are removed before, with their grants at vendors and their replacements.
    'clients',
    // Without it, the receipt could not be read.
    'erasures',
    'replacements',
    // Their access tokens are refused until they expire.
    'revoked_apps',
  ]);
});
