import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
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

test('a poll hands on what it has fetched when units-service is back, and fetches nothing again', async () => {
  let refusals = 0;
  let isAway = true;
  const { again, row, upserts, remote } = await countedClient({
    maxHeld: 1,
    refuse() {
      if (!isAway) return;
      refusals += 1;
      throw new Problem('timeout', 'units did not answer in time.');
    },
  });
  const polled = again();
  await waitFor(() => refusals > 1);
  isAway = false;
  expect(await polled).not.toHaveProperty('isUnfinished');
  expect(remote.fetches).toBe(1);
  expect(upserts).toHaveLength(1);
  expect(await row()).toMatchObject({ status: 'STARTED' });
});

test('of many polls some wait for units-service; the others fetch again later', async () => {
  let refusals = 0;
  let isAway = true;
  const { again } = await countedClient({
    maxHeld: 1,
    refuse() {
      if (!isAway) return;
      refusals += 1;
      throw new Problem('unavailable', 'It is away.');
    },
  });
  const waiting = again();
  await waitFor(() => refusals > 0);
  expect(await again()).toMatchObject({ isUnfinished: true });
  isAway = false;
  expect(await waiting).not.toHaveProperty('isUnfinished');
});

test('a client that is removed while its poll waits leaves nothing', async () => {
  let refusals = 0;
  const { again, id, upserts } = await countedClient({
    maxHeld: 1,
    refuse() {
      refusals += 1;
      throw new Problem('timeout', 'units did not answer in time.');
    },
  });
  const polled = again();
  await waitFor(() => refusals > 0);
  await testing.database.client.delete({ where: { id } });
  expect(await polled).toBe('ended');
  expect(upserts).toEqual([]);
});

test('while the database is away, polls that find nothing new go on', async () => {
  let isAway = false;
  const { again, remote } = await countedClient({ isDatabaseAway: () => isAway });
  await again();
  await again();
  isAway = true;
  const next = await again();
  expect(remote.fetches).toBe(3);
  expect(next).not.toHaveProperty('isUnfinished');
});

test('while the database is away, a poll that finds something new waits, and compares it with what is there then', async () => {
  let isAway = false;
  const { again, upserts, mapping, remote } = await countedClient({
    isDatabaseAway: () => isAway,
    maxHeld: 1,
  });
  await again();
  isAway = true;
  remote.isOn = true;
  const polled = again();
  await waitFor(() => remote.fetches === 2);
  expect(upserts).toHaveLength(1);
  const before = await mapping();
  isAway = false;
  await polled;
  expect(remote.fetches).toBe(2);
  expect(upserts.map(({ things }) => things[0]!.values)).toEqual([{ on: false }, { on: true }]);
  expect((await mapping()).fingerprint).not.toBe(before.fingerprint);
});

test('a client that was not read before is polled as soon as the database is back', async () => {
  let isAway = true;
  let looks = 0;
  const { again, remote } = await countedClient({
    isDatabaseAway: () => {
      looks += 1;
      return isAway;
    },
    maxHeld: 1,
  });
  const polled = again();
  await waitFor(() => looks > 1);
  expect(remote.fetches).toBe(0);
  isAway = false;
  await polled;
  expect(remote.fetches).toBe(1);
});

test('a failure says nothing about the remote technology when the process stood still, or the database is away', async () => {
  let isAway = false;
  let hasPaused = false;
  let fails = false;
  const { again, row } = await polledClient(testing, {
    isDatabaseAway: () => isAway,
    hasPaused: () => hasPaused,
    async find() {
      if (fails) throw new Unavailable('The remote technology did not answer in time.');
      return { devices: [lamp(true)] };
    },
  });
  await again();
  fails = true;
  hasPaused = true;
  await again();
  expect(await row()).toMatchObject({ status: 'STARTED', failures: 0 });
  hasPaused = false;
  isAway = true;
  await again();
  expect(await row()).toMatchObject({ status: 'STARTED', failures: 0 });
  isAway = false;
  await again();
  expect(await row()).toMatchObject({ status: 'ERROR', failures: 1 });
});

test('what is fetched while the process stood still is compared with the client as it is then', async () => {
  let hasPaused = false;
  const { again, upserts, remote } = await countedClient({
    hasPaused: () => hasPaused,
    maxHeld: 1,
  });
  await again();
  hasPaused = true;
  remote.isOn = true;
  await again();
  expect(remote.fetches).toBe(2);
  expect(upserts).toHaveLength(2);
});
