import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ThingsHint } from '@trellis/contracts';
import { answerOne, waitFor } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { bareThing } from '../testing/things.js';
import { readThing } from './read.js';
import { upsertThings } from './upsert.js';
import { readEvents } from '../events/read.js';

let database: TestDatabase;
const hints: ThingsHint[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({
  ...database,
  publishThingsHint: (_developer: string, hint: ThingsHint) => void hints.push(hint),
});

const pressed = { title: 'Pressed', data: { type: 'string' as const, enum: ['once', 'twice'] } };
const occurred = '2026-11-23T01:02:03.456Z';

/** A client with a button, and what has happened to it since. */
async function newButton() {
  const developer = randomUUID();
  const found = { client: randomUUID(), developer, subject: 'alice', things: [], vanished: [] };
  const button = {
    ...bareThing(),
    properties: { count: { type: 'integer' as const } },
    events: { pressed, rung: {} },
  };
  const upsert = (input: Partial<Parameters<typeof upsertThings>[1][number]['input']>) =>
    answerOne(upsertThings, needs(), { ...found, ...input });
  const { cursor: before } = await readEvents(
    database,
    { caller: { developer }, limit: 200 },
    patient,
  );
  await upsert({ things: [button] });
  // Its creation is behind the cursor only once no transaction before it is under way.
  const { cursor } = await waitFor(async () => {
    const read = await readEvents(
      database,
      { caller: { developer }, after: before, limit: 200 },
      patient,
    );
    return read.events.length === 1 && read;
  });
  const read = (caller: object = {}) =>
    readEvents(
      database,
      { caller: { developer, ...caller }, after: cursor, kinds: ['thing_event'], limit: 200 },
      patient,
    );
  return {
    developer,
    button,
    upsert,
    cursor,
    occurrence: (data?: unknown, name = 'pressed') => ({
      id: randomUUID(),
      thing: button.id,
      name,
      occurred,
      ...(data !== undefined && { data }),
    }),
    /** The events once no transaction is under way. */
    async events(caller?: object) {
      await waitFor(async () => !(await read(caller)).more);
      return (await read(caller)).events.map(({ cursor: _cursor, ...event }) => event);
    },
  };
}

test('a thing has the events that its client describes', async () => {
  const { developer, button } = await newButton();
  expect(
    await answerOne(readThing, database, { caller: { developer }, id: button.id }),
  ).toMatchObject({ events: { pressed, rung: {} } });
});

test('what happens is stored in its order, with what it carries, and told to those who see the thing', async () => {
  const { button, upsert, occurrence, events } = await newButton();
  const occurrences = [occurrence('once'), occurrence('once'), occurrence(undefined, 'rung')];
  expect(await upsert({ occurrences })).toEqual({});
  const time = expect.any(String);
  const common = { kind: 'thing_event', thing: button.id, occurred, time };
  expect(await events()).toEqual([
    { ...common, name: 'pressed', data: 'once' },
    { ...common, name: 'pressed', data: 'once' },
    { ...common, name: 'rung' },
  ]);
  expect(await events({ subject: 'bob' })).toEqual([]);
  expect(hints.at(-1)!.things).toContain(button.id);
});

test('what happens comes after the values that were found with it', async () => {
  const { button, upsert, occurrence, developer, cursor } = await newButton();
  await upsert({
    things: [{ ...button, values: { count: 1 } }],
    occurrences: [occurrence('twice')],
  });
  const read = () =>
    readEvents(database, { caller: { developer }, after: cursor, limit: 200 }, patient);
  await waitFor(async () => (await read()).events.length === 3);
  expect((await read()).events.map(({ kind }) => kind)).toEqual([
    // It is not known to be available before it has a value.
    'thing_updated',
    'property_changed',
    'thing_event',
  ]);
});

test('what is handed over again is stored once', async () => {
  const { upsert, occurrence, events } = await newButton();
  const [first, second] = [occurrence('once'), occurrence('twice')];
  await upsert({ occurrences: [first] });
  expect(await upsert({ occurrences: [first, second] })).toEqual({});
  expect(await events()).toMatchObject([{ data: 'once' }, { data: 'twice' }]);
});

test('what the thing does not describe is dropped, and nothing else', async () => {
  const { upsert, occurrence, events } = await newButton();
  const other = await newButton();
  const odd = [
    occurrence('once', 'pulled'),
    occurrence('once', 'toString'),
    occurrence('thrice'),
    occurrence(),
    occurrence('x'.repeat(9_000), 'rung'),
    { ...occurrence('once'), thing: randomUUID() },
    other.occurrence('once'),
  ];
  const dropped = odd.map(({ id }) => id);
  expect(await upsert({ occurrences: [...odd, occurrence('once')] })).toEqual({ dropped });
  expect(await events()).toMatchObject([{ name: 'pressed', data: 'once' }]);
  expect(await other.events()).toEqual([]);
});

test('a thing whose events are described otherwise has been updated', async () => {
  const { developer, button, upsert, cursor } = await newButton();
  await upsert({ things: [{ ...button, events: { pressed } }] });
  const read = () =>
    readEvents(database, { caller: { developer }, after: cursor, limit: 200 }, patient);
  await waitFor(async () => (await read()).events.length === 1);
  expect((await read()).events).toMatchObject([{ kind: 'thing_updated', thing: button.id }]);
});
