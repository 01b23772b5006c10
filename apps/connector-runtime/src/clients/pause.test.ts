import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { publishReports } from '../listening/publish-reports.js';
import { pausedIntervalMs } from '../polling/publish.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';
import { recordingScheduler } from '../testing/queues.js';
import { pauseClient, resumeClient } from './pause.js';
import { pollNow } from './poll-now.js';
import { listClients } from './list.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const patient = { expiresAt: Infinity };

/** A client with a lamp that has been polled, and how often. */
async function polled() {
  const now = { isUnitsAway: false, isAway: false, polls: 0, during: async () => {} };
  const client = await polledClient(testing, {
    async find() {
      now.polls += 1;
      await now.during();
      if (now.isAway) throw new Unavailable('It is away.');
      return { devices: [lamp(true)] };
    },
    listen: async () => undefined,
    refuse() {
      if (now.isUnitsAway) throw new Problem('unavailable', 'units-service is away.');
    },
  });
  await client.again();
  const { developer } = await client.row();
  const { database } = client.needs;
  const on = { caller: { developer }, id: client.id };
  const polls = recordingScheduler<{ client: string }>();
  const needs = { ...client.needs, polls };
  const kinds = async () =>
    (await database.clientChange.findMany({ where: { client: client.id } })).map(
      ({ kind }) => kind,
    );
  return {
    ...client,
    now,
    on,
    polls,
    published: () => client.upserts.flatMap(({ status }) => status ?? []),
    pause: (reason?: string) => pauseClient(needs, { ...on, ...(reason && { reason }) }, patient),
    resume: () => resumeClient(needs, on, patient),
    updates: async () => (await kinds()).filter((kind) => kind === 'client_updated').length,
    listeners: () => database.listener.count({ where: { clientKey: client.key } }),
  };
}

const paused = { error: null, paused: { status: 'STARTED' } };

test('a client that is paused is not polled, and its things are those of one that is paused', async () => {
  const { now, pause, again, published, row, updates, listeners } = await polled();
  expect(await listeners()).toBe(1);
  const before = await updates();
  await pause('Away');
  const { pausedSince, pauseReason, status } = await row();
  expect({ pauseReason, status }).toEqual({ pauseReason: 'Away', status: 'STARTED' });
  const since = pausedSince!.toISOString();
  const pausing = { error: null, since, paused: { status: 'STARTED', since, reason: 'Away' } };
  expect(published()).toEqual([pausing]);
  expect([await listeners(), (await updates()) - before]).toEqual([0, 1]);
  await pause('Again');
  expect(await row()).toMatchObject({ pausedSince, pauseReason: 'Away' });
  expect((await updates()) - before).toBe(1);
  expect(await again({ isUnfinished: true })).toEqual({
    afterMs: pausedIntervalMs,
    isUnfinished: true,
  });
  expect(now.polls).toBe(1);
  expect(published().at(-1)).toEqual(pausing);
});

test('while units-service is away it is paused all the same, and its schedule tells that later', async () => {
  const { id, now, polls, pause, again, published, row } = await polled();
  now.isUnitsAway = true;
  await pause();
  expect((await row()).pausedSince).not.toBeNull();
  expect(polls.ranNow).toEqual([id]);
  const { afterMs } = (await again()) as { afterMs: number };
  expect(afterMs).toBeLessThan(60_000);
  now.isUnitsAway = false;
  await again();
  expect(published()).toMatchObject([paused]);
});

test('a poll that is under way when it is paused changes neither status nor error', async () => {
  const { now, pause, again, row } = await polled();
  Object.assign(now, { isAway: true, during: () => pause() });
  await again();
  expect(await row()).toMatchObject({ status: 'STARTED', errorCode: null, failures: 0 });
});

test('nothing is stored that is heard of a client that is paused', async () => {
  const { id, needs, pause, upserts } = await polled();
  await pause();
  const { length } = upserts;
  const report = { entities: [], gone: ['lamp'], all: undefined, events: [] };
  expect(await publishReports(needs, id, report)).toMatchObject({ dropped: 0 });
  expect(upserts).toHaveLength(length);
});

describe('a client that is resumed', () => {
  test('is polled at once, and the first poll says how its things are', async () => {
    const { id, now, polls, pause, resume, again, published, row, listeners } = await polled();
    await pause('Away');
    await resume();
    expect(await row()).toMatchObject({ pausedSince: null, pauseReason: null, isResuming: true });
    expect(polls.ranNow).toEqual([id]);
    await again();
    expect([now.polls, published().length, await listeners()]).toEqual([2, 2, 1]);
    expect(published().at(-1)).toMatchObject({ error: null });
    expect(await row()).toMatchObject({ status: 'STARTED', isResuming: false });
    await again();
    expect(published()).toHaveLength(2);
  });

  test('fails again as before, and units-service is told so', async () => {
    const { now, pause, resume, again, published } = await polled();
    now.isAway = true;
    await again();
    await pause();
    await resume();
    await again();
    const fails = { error: 'unavailable' };
    expect(published()).toMatchObject([fails, { ...fails, paused: { status: 'ERROR' } }, fails]);
    expect(published()[2]).not.toHaveProperty('paused');
  });

  test('twice is polled once more only if that may have been cut off', async () => {
    const { polls, pause, resume, again, updates } = await polled();
    await resume();
    expect(polls.ranNow).toEqual([]);
    await pause();
    await resume();
    await resume();
    expect(polls.ranNow).toHaveLength(2);
    await again();
    const count = await updates();
    await resume();
    expect([polls.ranNow.length, await updates()]).toEqual([2, count]);
  });
});

test('it is listed as paused, and not polled by hand', async () => {
  const { id, on, needs, polls, pause } = await polled();
  const list = async (only: boolean) => {
    const input = { caller: on.caller, page: { limit: 10 }, paused: only };
    return (await answerOne(listClients, needs, input)).items;
  };
  expect([await list(true), await list(false)]).toEqual([[], [id]]);
  await pause();
  expect([await list(true), await list(false)]).toEqual([[id], []]);
  const polling = pollNow({ ...needs, polls }, on, patient);
  await expect(polling).rejects.toMatchObject({ code: 'client_paused' });
});

test('nobody else may pause or resume it', async () => {
  const { needs, polls, on } = await polled();
  const asAnother = { ...on, caller: { developer: 'another' } };
  const given = { ...needs, polls };
  await expect(pauseClient(given, asAnother, patient)).rejects.toMatchObject({ code: 'not_found' });
  await expect(resumeClient(given, asAnother, patient)).rejects.toMatchObject({
    code: 'not_found',
  });
});
