import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  Input,
  LogbookEntry,
  LogbookKind,
  Requester,
  ThingState,
  UnitsContract,
} from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { bareThing } from '../testing/things.js';
import { createThing } from '../things/change.js';
import { replaceThings, restoreThing } from '../things/merge.js';
import { requestValues, withdrawTargets } from '../things/request-targets.js';
import { expireTargets } from '../things/settle-targets.js';
import { upsertThings } from '../things/upsert.js';
import { writeThing } from '../things/write.js';
import { readLogbook } from './logbook.js';
import { maxScannedEntries } from './logbook.sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, publishThingsHint: () => undefined });

const kinds: LogbookKind[] = [
  'property_changed',
  'target_changed',
  'thing_event',
  'availability_changed',
  'device_replaced',
  'device_restored',
];

type Query = Partial<Input<UnitsContract, 'things.logbook'>>;

const readPage = (developer: string, id: string, query: Query = {}) =>
  readLogbook(
    database,
    { caller: { developer }, id, kinds, ...query, page: { limit: 100, ...query.page } },
    patient,
  );

/** Returns an entry without what differs from run to run. */
function shown({ cursor: _cursor, time: _time, ...entry }: LogbookEntry): object {
  if (entry.kind !== 'target_changed') return entry;
  const { requested: _requested, ...target } = entry.target;
  return { ...entry, target };
}

const demo: Requester = { app: 'demo', request_id: 'request-1' };
const alice: Requester = { app: 'demo', subject: 'alice', request_id: 'request-2' };

const properties: ThingState['properties'] = {
  on: { type: 'boolean' },
  level: { type: 'integer', minimum: 0, maximum: 100 },
  text: { type: 'string' },
  code: { type: 'string', writeOnly: true },
};
const events = { pressed: {} };

/** A lamp of a client, which reports and is written. */
async function newLamp(given: { client?: string; developer?: string } = {}) {
  const { client = randomUUID(), developer = randomUUID() } = given;
  const id = randomUUID();
  const upsert = (more: object) =>
    answerOne(upsertThings, needs(), {
      client,
      developer,
      subject: 'alice',
      polled: new Date().toISOString(),
      reported: true,
      things: [],
      vanished: [],
      ...more,
    });
  const report = (values: object, { at = new Date() } = {}) =>
    upsert({
      polled: at.toISOString(),
      things: [{ ...bareThing(id), properties, events, values: { ...values } }],
    });
  await report({ on: false, level: 10 });
  return {
    id,
    client,
    developer,
    upsert,
    report,
    async request(values: object, requester?: Requester, requested = new Date()) {
      const interaction = randomUUID();
      await answerOne(requestValues, needs(), {
        caller: { developer },
        id,
        interaction,
        values: { ...values },
        requested: requested.toISOString(),
        requester,
      });
      return interaction;
    },
    withdraw: (interaction: string) =>
      answerOne(withdrawTargets, needs(), { caller: { developer }, id, interaction }),
    read: async (query: Query = {}) => (await readPage(developer, id, query)).items.map(shown),
  };
}

describe('the value of a property', () => {
  test('that the device reports by itself is due to nobody', async () => {
    const { report, read } = await newLamp();
    await report({ on: true, level: 10, text: 'first' });
    expect(await read()).toEqual([
      { kind: 'property_changed', name: 'text', value: 'first' },
      { kind: 'property_changed', name: 'on', previous: false, value: true },
    ]);
  });

  test('that somebody requested is due to them, and others reported with it are not', async () => {
    const { report, request, read } = await newLamp();
    await request({ on: true }, demo);
    await report({ on: true, level: 40 });
    await request({ level: 50 }, alice);
    await report({ on: true, level: 50 });
    await report({ on: false, level: 50 });
    const target = { name: 'level', target: { value: 50, status: 'pending' } };
    expect(await read()).toEqual([
      { kind: 'property_changed', name: 'on', previous: true, value: false },
      { kind: 'property_changed', name: 'level', previous: 40, value: 50, requester: alice },
      { kind: 'target_changed', ...target, requester: alice },
      { kind: 'property_changed', name: 'level', previous: 10, value: 40 },
      { kind: 'property_changed', name: 'on', previous: false, value: true, requester: demo },
      {
        kind: 'target_changed',
        name: 'on',
        target: { value: true, status: 'pending' },
        requester: demo,
      },
    ]);
  });

  test('is due to them, too, if it was reported before the request was stored', async () => {
    const { report, request, read } = await newLamp();
    const requested = new Date();
    await report({ on: true, level: 10 }, { at: new Date(requested.getTime() + 5) });
    await request({ on: true }, demo, requested);
    await request({ on: true }, alice);
    expect(await read()).toEqual([
      { kind: 'property_changed', name: 'on', previous: false, value: true, requester: demo },
    ]);
  });

  test('that it had long before is due to nobody who requests it again', async () => {
    const { report, request, read } = await newLamp();
    await report({ on: true, level: 10 });
    await request({ on: true }, demo, new Date(Date.now() + 1_000));
    expect(await read()).toEqual([
      { kind: 'property_changed', name: 'on', previous: false, value: true },
    ]);
  });

  test('that comes after the time of the request is due to the device', async () => {
    const { id, report, request, read } = await newLamp();
    await request({ on: true }, demo);
    const text = `UPDATE things SET target_until = now(),
      targets = regexp_replace(targets, '"until":[0-9]+', '"until":1') WHERE id = $1`;
    await database.pool.query(text, [id]);
    await expireTargets(database.pool, () => undefined);
    await report({ on: true, level: 10 });
    expect(await read()).toMatchObject([
      { kind: 'property_changed', value: true, requester: undefined },
      { kind: 'target_changed', target: { status: 'unconfirmed' }, requester: demo },
      { kind: 'target_changed', target: { status: 'pending' }, requester: demo },
    ]);
  });

  test('that was requested in vain has a withdrawn target', async () => {
    const { request, withdraw, read } = await newLamp();
    await withdraw(await request({ on: true }, demo));
    expect(await read()).toMatchObject([
      { target: { value: true, status: 'withdrawn' }, requester: demo },
      { target: { value: true, status: 'pending' }, requester: demo },
    ]);
  });

  test('of a thing of an app is due to its writer, each of a batch to its own', async () => {
    const caller = { developer: randomUUID() };
    const things = [randomUUID(), randomUUID()];
    const state = { ...bareThing(), properties, values: { on: false } };
    for (const id of things) {
      await answerOne(createThing, needs(), { caller, id, app: 'demo', state });
    }
    const write = (id: string, values: object, requester?: Requester) => ({
      input: { caller, id, values: { ...values }, requester },
      ...patient,
    });
    const [one, other] = things as [string, string];
    await writeThing(needs(), [
      write(one, { on: true }, demo),
      write(other, { on: true, code: 'secret' }, alice),
      write(one, { on: false }, alice),
      write(other, { on: false }),
    ]);
    const read = async (id: string) => (await readPage(caller.developer, id)).items.map(shown);
    const on = { kind: 'property_changed', name: 'on' };
    expect(await read(one)).toEqual([
      { ...on, previous: true, value: false, requester: alice },
      { ...on, previous: false, value: true, requester: demo },
    ]);
    expect(await read(other)).toEqual([
      { ...on, previous: true, value: false },
      { ...on, previous: false, value: true, requester: alice },
    ]);
  });

  test('is shown without the one before if that is long', async () => {
    const { report, read } = await newLamp();
    await report({ text: 'x'.repeat(1_100) });
    await report({ text: 'short' });
    expect((await read({ name: 'text' }))[0]).toEqual({
      kind: 'property_changed',
      name: 'text',
      value: 'short',
    });
  });
});

describe('the availability of a thing', () => {
  const changed = { kind: 'availability_changed', ofClient: false };

  test('changes as its device is gone, cannot be observed, and is back', async () => {
    const { id, upsert, report, read } = await newLamp();
    await upsert({ vanished: [id] });
    await report({ on: false, level: 10 });
    await upsert({ unobserved: [{ id, code: 'unavailable' }] });
    await report({ on: false, level: 10 });
    expect(await read()).toEqual([
      { ...changed, previous: 'unknown', value: 'available' },
      { ...changed, previous: 'available', value: 'unknown', code: 'unavailable' },
      { ...changed, previous: 'unavailable', value: 'available' },
      { ...changed, previous: 'available', value: 'unavailable' },
    ]);
  });

  test('is unknown while its client fails, and then what it was', async () => {
    const { id, upsert, report, read } = await newLamp();
    const since = new Date().toISOString();
    const fail = (error: string | null) => upsert({ status: { error, since } });
    await fail('unavailable');
    await fail('authorization_required');
    await fail(null);
    await upsert({ vanished: [id] });
    await upsert({ status: { error: null, since, paused: { status: 'STARTED', since } } });
    await fail(null);
    await report({ on: false, level: 10 });
    const ofClient = { kind: 'availability_changed', ofClient: true };
    expect(await read()).toEqual([
      { ...changed, previous: 'unavailable', value: 'available' },
      { ...ofClient, previous: 'unknown', value: 'unavailable' },
      { ...ofClient, previous: 'unavailable', value: 'unknown', code: 'client_paused' },
      { ...changed, previous: 'available', value: 'unavailable' },
      { ...ofClient, previous: 'unknown', value: 'available' },
      { ...ofClient, previous: 'unknown', value: 'unknown', code: 'authorization_required' },
      { ...ofClient, previous: 'available', value: 'unknown', code: 'unavailable' },
    ]);
  });
});

test('an event of a thing is an entry, with its data and time', async () => {
  const { id, upsert, read } = await newLamp();
  const occurred = '2026-11-01T12:00:00.000Z';
  const occurrence = { id: randomUUID(), thing: id, name: 'pressed', data: { times: 2 }, occurred };
  await upsert({ occurrences: [occurrence] });
  expect(await read()).toEqual([
    { kind: 'thing_event', name: 'pressed', data: { times: 2 }, occurred },
  ]);
});

test('a replacement and its end are entries of the thing that stays, once each', async () => {
  const lamp = await newLamp();
  const { developer } = lamp;
  const other = await newLamp({ developer });
  const replaced = [{ thing: lamp.id, by: other.id }];
  const input = { client: other.client, developer, replaced, requester: demo };
  await replaceThings(needs(), input, patient);
  await replaceThings(needs(), input, patient);
  const restored = { client: lamp.client, developer, thing: lamp.id, by: other.id };
  await restoreThing(needs(), { ...restored, requester: alice }, patient);
  await restoreThing(needs(), { ...restored, requester: alice }, patient);
  expect(await lamp.read()).toEqual([
    { kind: 'device_restored', other: other.id, requester: alice },
    { kind: 'device_replaced', other: other.id, requester: demo },
  ]);
});

describe('a page', () => {
  test('has the newest entries, and the next ones continue without gaps', async () => {
    const { developer, id, report } = await newLamp();
    for (let level = 1; level <= 5; level += 1) await report({ on: false, level });
    const pages: unknown[][] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await readPage(developer, id, { page: { limit: 2, cursor } });
      pages.push(items.map((entry) => ('value' in entry ? entry.value : entry)));
      cursor = next;
    } while (cursor !== undefined);
    expect(pages).toEqual([[5, 4], [3, 2], [1]]);
  });

  test('has only the entries of a name, of kinds, and of a time', async () => {
    const { id, report, upsert, read } = await newLamp();
    await report({ on: true, level: 11 });
    await upsert({ vanished: [id] });
    expect(await read({ name: 'level' })).toMatchObject([{ value: 11 }]);
    expect(await read({ kinds: ['availability_changed'] })).toHaveLength(1);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await read({ since: later })).toEqual([]);
    expect(await read({ until: later })).toHaveLength(3);
    expect(await read({ until: '2020-01-01T00:00:00.000Z' })).toEqual([]);
  });

  test('ends after many changes that do not match, and says where to continue', async () => {
    const { developer, id, report } = await newLamp();
    await report({ on: true, level: 10 });
    await database.pool.query(
      `INSERT INTO changes (developer, subject, resource, kind, name, value)
      SELECT $1, 'alice', $2::uuid, 'property_changed', 'level', number::text
      FROM generate_series(1, $3::int) AS number`,
      [developer, id, maxScannedEntries],
    );
    const first = await readPage(developer, id, { name: 'on' });
    expect(first.items).toEqual([]);
    const second = await readPage(developer, id, {
      name: 'on',
      page: { limit: 100, cursor: first.next },
    });
    expect(second.items).toMatchObject([{ name: 'on', value: true }]);
    expect(second.next).toBeUndefined();
  });

  test('of a thing that the caller does not see is not found', async () => {
    const { id, developer } = await newLamp();
    const read = (caller: { developer: string; subject?: string }, thing: string = id) =>
      readLogbook(database, { caller, id: thing, kinds, page: { limit: 10 } }, patient);
    await expect(read({ developer: 'a stranger' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(read({ developer, subject: 'bob' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(read({ developer }, 'no id')).rejects.toMatchObject({ code: 'not_found' });
    expect((await read({ developer, subject: 'alice' })).items).toEqual([]);
  });
});
