import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient, type PolledSetting } from '../testing/polled-client.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A client of one lamp that is switched on and off, whose polls are counted. */
async function countedClient(setting: Omit<PolledSetting, 'find'>) {
  const remote = { fetches: 0, isOn: false };
  const client = await polledClient(testing, {
    ...setting,
    async find() {
      remote.fetches += 1;
      return { devices: [lamp(remote.isOn)] };
    },
  });
  return { ...client, remote };
}

test('a poll that units-service does not accept is repeated soon and publishes what it found', async () => {
  let isAway = true;
  const { again, row, upserts } = await countedClient({
    intervalMs: 3_600_000,
    refuse() {
      if (isAway) throw new Problem('timeout', 'units did not answer in time.');
    },
  });
  const next = await again();
  expect(next).toMatchObject({ isUnfinished: true });
  expect((next as { afterMs: number }).afterMs).toBeLessThanOrEqual(15_000);
  expect(await row()).toMatchObject({ status: 'STARTING', failures: 0 });
  isAway = false;
  expect(await again({ isUnfinished: true })).not.toHaveProperty('isUnfinished');
  expect(upserts).toHaveLength(1);
  expect(await row()).toMatchObject({ status: 'STARTED' });
});

test('while the database is away nothing is fetched, and the next poll comes soon', async () => {
  let isAway = true;
  const { again, remote, upserts } = await countedClient({
    intervalMs: 3_600_000,
    isDatabaseAway: () => isAway,
  });
  const next = await again({ isUnfinished: true });
  expect(next).toMatchObject({ isUnfinished: true });
  expect((next as { afterMs: number }).afterMs).toBeLessThanOrEqual(15_000);
  expect(remote.fetches).toBe(0);
  isAway = false;
  await again();
  expect(upserts).toHaveLength(1);
});

test('a failure says nothing about the remote technology when the process stood still, or the database is away', async () => {
  let isAway = false;
  let hasStalled = false;
  let fails = false;
  const { again, row } = await polledClient(testing, {
    isDatabaseAway: () => isAway,
    hasStalled: () => hasStalled,
    async find() {
      if (fails) throw new Unavailable('The remote technology did not answer in time.');
      return { devices: [lamp(true)] };
    },
  });
  await again();
  fails = true;
  hasStalled = true;
  await again();
  expect(await row()).toMatchObject({ status: 'STARTED', failures: 0 });
  hasStalled = false;
  isAway = true;
  await again();
  expect(await row()).toMatchObject({ status: 'STARTED', failures: 0 });
  isAway = false;
  await again();
  expect(await row()).toMatchObject({ status: 'ERROR', failures: 1 });
});

test('what is fetched while the process stood still is published', async () => {
  let hasStalled = false;
  const { again, upserts, remote } = await countedClient({ hasStalled: () => hasStalled });
  await again();
  hasStalled = true;
  remote.isOn = true;
  await again();
  expect(remote.fetches).toBe(2);
  expect(upserts).toHaveLength(2);
});
