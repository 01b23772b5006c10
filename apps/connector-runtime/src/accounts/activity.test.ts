import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { createOutbox } from '../delivery/outbox.js';
import { poll } from '../polling/poll.js';
import { createPollStore } from '../polling/store.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { lamp, polledClient, type PolledSetting } from '../testing/polled-client.js';
import { recordingQueue } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { startCounting, type ActivityCounter } from './count-activity.js';
import { clientCounter, readActivity, toHours } from './read-activity.js';
import { purgeActivity } from '../maintenance/purge.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Infinity };

/** The pool of a database that refuses what is counted while `isAway`. */
function refusingPool() {
  const state = { isAway: false };
  const pool = new Proxy(testing.pool, {
    get(target, name) {
      if (name === 'query' && state.isAway) return () => Promise.reject(new Error('away'));
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return { pool, state };
}

const read = (developer: string) => {
  const { pool } = testing;
  return readActivity({ pool, countClientsOf: clientCounter(pool) }, { developer }, context);
};

const polled = { connectorType: 'test', durationMs: 20 };

const lastHour = async (developer: string) => (await read(developer)).hours.at(-1);

test('what processes count of an account is added up', async () => {
  const developer = randomUUID();
  const counters = [
    startCounting({ ...testing, log: silentLog }),
    startCounting({ ...testing, log: silentLog }),
  ];
  for (const counter of counters) {
    counter.addPoll(developer, { ...polled, isFailed: false, latenessMs: 12 });
    counter.addPoll(developer, { ...polled, isFailed: true, latenessMs: 61_500 });
    counter.addPoll(randomUUID(), { ...polled, isFailed: true, latenessMs: 90_000 });
    counter.addChanges(developer, 3);
  }
  await Promise.all(counters.map((counter) => counter.stop()));
  const { hours } = await read(developer);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toEqual({
    from: expect.any(String),
    polls: 4,
    failed_polls: 2,
    late_polls: 2,
    max_lateness_seconds: 61.5,
    changes: 6,
  });
  expect(hours.slice(0, -1).every(({ polls }) => polls === 0)).toBe(true);
  expect((await lastHour(randomUUID()))!.polls).toBe(0);
});

test('what cannot be stored waits, and what comes meanwhile is added to it', async () => {
  const developer = randomUUID();
  const { pool, state } = refusingPool();
  const counter = startCounting({ pool, log: silentLog });
  state.isAway = true;
  counter.addPoll(developer, { ...polled, isFailed: false, latenessMs: 1 });
  await counter.store();
  counter.addPoll(developer, { ...polled, isFailed: true, latenessMs: 2 });
  expect(await lastHour(developer)).toMatchObject({ polls: 0 });
  state.isAway = false;
  await counter.stop();
  expect(await lastHour(developer)).toMatchObject({ polls: 2, failed_polls: 1 });
});

test('a lateness of months hinders no other count from being stored', async () => {
  const developer = randomUUID();
  const counter = startCounting({ ...testing, log: silentLog });
  counter.addPoll(developer, { ...polled, isFailed: false, latenessMs: 90 * 24 * 60 * 60_000 });
  await counter.stop();
  expect(await lastHour(developer)).toMatchObject({ polls: 1, late_polls: 1 });
});

/** Polls a new client and returns the counts. */
async function counted(setting: PolledSetting) {
  const { needs, id } = await polledClient(testing, setting);
  const polls: { isFailed: boolean; latenessMs: number }[] = [];
  const addPoll: ActivityCounter['addPoll'] = (_, { isFailed, latenessMs }) =>
    void polls.push({ isFailed, latenessMs });
  await poll(
    { ...needs, activity: { ...needs.activity, addPoll } },
    { client: id },
    { isUnfinished: false, latenessMs: 7 },
  );
  return polls;
}

test('polls are counted by how they ended, but for those that are made again', async () => {
  const find = async () => ({ devices: [lamp(true)] });
  expect(await counted({ find })).toEqual([{ isFailed: false, latenessMs: 7 }]);
  const fail = () => Promise.reject(new Unavailable('It is away.'));
  expect(await counted({ find: fail })).toEqual([{ isFailed: true, latenessMs: 7 }]);
  const refuse = () => {
    throw new Problem('unavailable', 'units-service is away.');
  };
  expect(await counted({ find, refuse })).toEqual([]);
});

test('things that units-service has stored are counted as changes', async () => {
  const { pool, database } = testing;
  const session = sessionNeeds(testing, []);
  const changes: number[] = [];
  const store = createPollStore({
    pool,
    units: recordingUnits().units,
    outbox: createOutbox({ ...session, deliveries: recordingQueue(), log: silentLog }),
    activity: { addChanges: (_, count) => void changes.push(count) },
  });
  const client = await insertClient({ database, sealing: session.sealing }, 'test');
  const thing = { id: randomUUID(), title: 'Lamp', types: [], affordances: {}, values: {} };
  const upsert = { things: [thing as never], vanished: [] };
  await store.upsertThings(client as never, upsert);
  expect(changes).toEqual([1]);
});

test('clients are counted by status, and those that are paused by themselves', async () => {
  const developer = randomUUID();
  const session = sessionNeeds(testing, []);
  const pausedSince = new Date();
  for (const data of [
    { status: 'STARTED' },
    { status: 'STARTED', pausedSince },
    { status: 'STARTED' },
    { status: 'ERROR' },
    { status: 'STARTING', pausedSince },
  ]) {
    const { id } = await insertClient(session, 'test');
    await testing.database.client.update({ where: { id }, data: { ...data, developer } });
  }
  expect((await read(developer)).clients).toEqual({ starting: 0, started: 2, error: 1, paused: 2 });
});

test('hours end with the ten minutes that have begun', () => {
  const now = Date.parse('2026-11-23T12:34:56Z');
  const row = (begins: string, polls: number) => ({
    begins: new Date(begins),
    polls,
    failedPolls: 0,
    latePolls: 0,
    maxLatenessMs: 0,
    changes: 0,
  });
  const hours = toHours(
    [
      row('2026-11-23T12:30:00Z', 1),
      row('2026-11-23T11:40:00Z', 2),
      row('2026-11-23T11:30:00Z', 4),
      row('2026-11-22T12:40:00Z', 8),
    ],
    now,
  );
  const shown = hours.filter(({ polls }) => polls > 0).map(({ from, polls }) => [from, polls]);
  expect(shown).toEqual([
    ['2026-11-22T12:40:00.000Z', 8],
    ['2026-11-23T10:40:00.000Z', 4],
    ['2026-11-23T11:40:00.000Z', 3],
  ]);
});

test('what was counted is deleted after two days', async () => {
  const developer = randomUUID();
  const { database } = testing;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000);
  const counts = { polls: 1, failedPolls: 0, latePolls: 0, maxLatenessMs: 0, changes: 0 };
  for (const hours of [47, 49]) {
    await database.activity.create({ data: { developer, begins: hoursAgo(hours), ...counts } });
  }
  await purgeActivity({ database }, new Date());
  expect(await database.activity.count({ where: { developer } })).toBe(1);
});
