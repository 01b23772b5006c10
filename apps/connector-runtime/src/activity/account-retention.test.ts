import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { retentionsVersion } from '@trellis/contracts';
import { purges } from '../maintenance/purge.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { unitsAnswering } from '../testing/units.js';
import { changeRetention } from './account-retention.js';
import { startJournal } from './journal.js';
import { listOperations, readOperation } from './list.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const dayMs = 24 * 60 * 60_000;
const context = { expiresAt: Infinity };

/** A units-service that stores only the retention of one account. */
function historyService() {
  let days: number | null = null;
  return unitsAnswering(async (name, input: { days: number | null }) => {
    if (name === 'retention.read') return { limit: 7, days };
    ({ days } = input);
    return {};
  });
}

const needs = () => ({ ...testing, operationsDays: 14, units: historyService() });

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
  await changeRetention(needs(), { ...own.caller, activity_days: 3 }, context);
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

test.each([
  [{ history_days: 3 }, { history_days: 2 }],
  [{ history_days: 3 }, { activity_days: 2 }],
  [{ activity_days: 3 }, { activity_days: 2 }],
])('of %j and %j at once, only one meets the version', async (one, other) => {
  const developer = randomUUID();
  const own = needs();
  const none = { limit: 1, days: null };
  const expected = [retentionsVersion({ history_days: none, activity_days: none })];
  const outcomes = await Promise.allSettled(
    [one, other].map((change) => changeRetention(own, { developer, ...change, expected }, context)),
  );
  const stored = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  expect(refused).toMatchObject([{ code: 'precondition_failed' }]);
  expect(stored).toHaveLength(1);
  expect(await changeRetention(own, { developer }, context)).toEqual(stored[0]);
});
