import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { purges } from '../maintenance/purge.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { updateActivityRetention } from './account-retention.js';
import { startJournal } from './journal.js';
import { listOperations, readOperation } from './list.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const dayMs = 24 * 60 * 60_000;
const context = { expiresAt: Infinity };
const needs = () => ({ ...testing, operationsDays: 14 });

/** An account with a poll on each of some days. */
async function account(ages: number[]) {
  const developer = randomUUID();
  const client = randomUUID();
  const hints = { publish: async () => undefined };
  const journal = startJournal({ pool: testing.pool, hints, log: silentLog, maxBytesPerDay: 1e9 });
  for (const age of ages) {
    journal.add({
      developer,
      subject: 'alice',
      client,
      connectorType: 'test',
      kind: 'poll',
      at: Date.now() - age * dayMs,
      durationMs: 1,
      startedBy: { type: 'schedule' },
    });
  }
  await journal.stop();
  const caller = { developer };
  const page = { limit: 100 };
  const list = async (filter = {}) =>
    (await listOperations(testing, { caller, page, filter }, context)).items;
  const count = async () => {
    const { rows } = await testing.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM client_operations WHERE developer = $1',
      [developer],
    );
    return rows[0]!.count;
  };
  return { caller, client, list, count };
}

test('operations that an account does not want any longer are hidden at once, and deleted later', async () => {
  const [own, neighbor] = [await account([9, 5, 1]), await account([9, 5, 1])];
  const oldest = (await own.list()).find(
    ({ first }) => Date.parse(first) < Date.now() - 8 * dayMs,
  )!;
  await updateActivityRetention(needs(), { ...own.caller, days: 3 }, context);
  expect(await own.list()).toHaveLength(1);
  expect(await own.list({ client: own.client })).toHaveLength(1);
  const read = readOperation(testing, { caller: own.caller, id: oldest.id }, context);
  await expect(read).rejects.toMatchObject({ code: 'not_found' });
  expect(await own.count()).toBe(3);
  const { accountOperations } = purges(testing, { USAGE_DAYS: 400, OPERATIONS_DAYS: 14 });
  await accountOperations({ now: new Date(), mayPurge: true });
  expect(await own.count()).toBe(1);
  expect(await neighbor.list()).toHaveLength(3);
  expect(await neighbor.count()).toBe(3);
});
