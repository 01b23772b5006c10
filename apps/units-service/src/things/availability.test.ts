import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOne, waitFor } from '@trellis/testing';
import { readEvents } from '../events/read.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { patient } from '../testing/context.js';
import { createThing } from './change.js';
import { findThings } from './find.js';
import { readThing } from './read.js';
import { upsertThings } from './upsert.js';
import { writeThing } from './write.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, publishThingsHint: () => undefined });

/** An instant, in seconds after a fixed one. */
const ms = (seconds: number) => 1_800_000_000_000 + seconds * 1_000;
const at = (seconds: number) => new Date(ms(seconds)).toISOString();

const boolean = { type: 'boolean' as const };

/** A lamp of a client. */
function newLamp() {
  const [client, developer, id] = [randomUUID(), randomUUID(), randomUUID()];
  const lamp = {
    id,
    title: 'Lamp',
    types: [],
    properties: { on: boolean, dim: { type: 'integer' as const } } as Record<string, object>,
    actions: {},
    events: {},
    available: true,
  };
  const upsert = (seconds: number, more: object) =>
    answerOne(upsertThings, needs(), {
      client,
      developer,
      subject: 'alice',
      polled: at(seconds),
      things: [],
      vanished: [],
      ...more,
    });
  const caller = { developer };
  return {
    client,
    id,
    caller,
    upsert,
    find: (seconds: number, values: object, more: object = {}) =>
      upsert(seconds, { things: [{ ...lamp, values, ...more }] }),
    read: () => answerOne(readThing, database, { caller, id }),
    tell: (seconds: number, error: 'unavailable' | 'misconfigured' | 'paused' | null) =>
      upsert(seconds, { status: statusOf(error, at(seconds)) }),
  };
}

/** The status of a client that was failing if it is paused. */
const statusOf = (error: 'unavailable' | 'misconfigured' | 'paused' | null, since: string) =>
  error === 'paused'
    ? { error: 'unavailable' as const, since, paused: { since, status: 'ERROR' as const } }
    : { error, since };

describe('a value', () => {
  test('has the time at which it was first observed as it is', async () => {
    const { find, read } = newLamp();
    await find(1, { on: true, dim: 1 });
    await find(2, { on: true, dim: 2 });
    expect((await read()).value_times).toEqual({ on: ms(1), dim: ms(2) });
    await find(3, { on: false });
    expect((await read()).value_times).toEqual({ on: ms(3), dim: ms(3) });
    await find(4, { on: false });
    expect((await read()).value_times).toEqual({ on: ms(3), dim: ms(3) });
    await find(5, { on: false }, { properties: { on: boolean } });
    expect((await read()).value_times).toEqual({ on: ms(3) });
  });

  test('of an app has the time at which it was written', async () => {
    const [caller, id] = [{ developer: randomUUID() }, randomUUID()];
    const before = Date.now() - 60_000;
    const properties = { 'strange "name"\\u0041/ä': boolean, dim: boolean };
    const values = { 'strange "name"\\u0041/ä': true };
    const state = {
      title: 'Lamp',
      types: [],
      properties,
      actions: {},
      events: {},
      values,
      available: true,
    };
    await answerOne(createThing, needs(), { caller, id, app: 'app', state });
    const { value_times: first = {} } = await answerOne(readThing, database, { caller, id });
    expect(Object.keys(first)).toEqual(['strange "name"\\u0041/ä']);
    await answerOne(writeThing, needs(), { caller, id, values: { dim: true } });
    const { value_times: then = {} } = await answerOne(readThing, database, { caller, id });
    expect(then).toEqual({ ...first, dim: expect.any(Number) });
    for (const time of Object.values(then)) expect(time).toBeGreaterThan(before);
  });
});

describe('a thing', () => {
  test('is available, away, or unknown while its device cannot be observed, and since when', async () => {
    const { id, find, upsert, read } = newLamp();
    await find(1, { on: true });
    const seen = async () => {
      const { available, availability } = await read();
      return { available, ...availability };
    };
    expect(await seen()).toEqual({ available: true, state: 'available', since: at(1) });
    await find(2, { on: false });
    expect(await seen()).toEqual({ available: true, state: 'available', since: at(1) });
    await upsert(3, { vanished: [id] });
    expect(await seen()).toEqual({ available: false, state: 'unavailable', since: at(3) });
    await upsert(4, { unobserved: [{ id, code: 'authorization_required' }] });
    expect(await seen()).toEqual({
      available: false,
      state: 'unknown',
      reason: 'device_error',
      code: 'authorization_required',
      since: at(4),
    });
    expect((await read()).values).toEqual({ on: false });
    await find(5, { on: false });
    expect(await seen()).toEqual({ available: true, state: 'available', since: at(5) });
  });

  test('is unknown while it is missing in a sweep that is held, and away once that is accepted', async () => {
    const { id, find, upsert, read } = newLamp();
    const seen = async () => (await read()).availability;
    await find(1, { on: true });
    await upsert(2, { unobserved: [{ id, code: 'sweep_held' }] });
    const deferred = { state: 'unknown', reason: 'sweep_held', since: at(2) };
    expect(await seen()).toEqual(deferred);
    await upsert(3, { vanished: [id] });
    expect(await seen()).toEqual({ state: 'unavailable', since: at(3) });
    await upsert(4, { unobserved: [{ id, code: 'sweep_held' }] });
    await find(5, { on: true });
    expect(await seen()).toEqual({ state: 'available', since: at(5) });
    await upsert(6, { unobserved: [{ id, code: 'unavailable' }] });
    expect(await seen()).toMatchObject({ reason: 'device_error', code: 'unavailable' });
  });

  test('with properties to read is unknown until one has a value, and when none has one any more', async () => {
    const { find, read } = newLamp();
    await find(1, {});
    const seen = async () => (await read()).availability;
    expect(await seen()).toEqual({ state: 'unknown', reason: 'never_observed', since: at(1) });
    expect((await read()).available).toBe(false);
    await find(2, { dim: 1 });
    expect(await seen()).toEqual({ state: 'available', since: at(2) });
    await find(3, {});
    expect(await seen()).toEqual({ state: 'unknown', reason: 'no_values', since: at(3) });
    await find(5, {}, { available: false });
    expect(await seen()).toEqual({ state: 'unavailable', since: at(5) });
  });

  test.each([
    ['nothing to read', { press: { writeOnly: true } }],
    ['actions alone', {}],
  ])('with %s is not waited for', async (_what, properties) => {
    const { find, read } = newLamp();
    await find(1, {}, { properties });
    expect((await read()).availability).toEqual({ state: 'available', since: at(1) });
  });

  test('of a client whose polls fail is unknown, without being changed', async () => {
    const { find, tell, read } = newLamp();
    await find(1, { on: true });
    const before = await read();
    await tell(2, 'unavailable');
    const failing = await read();
    expect(failing).toEqual({
      ...before,
      available: false,
      availability: { state: 'unknown', reason: 'client_error', code: 'unavailable', since: at(2) },
    });
    await tell(3, null);
    const availability = { state: 'available', since: at(3) };
    expect(await read()).toEqual({ ...before, availability });
  });

  test('is found by whether it is available, as it is shown', async () => {
    const { id, caller, find, tell, upsert } = newLamp();
    const found = async (available: boolean) => {
      const input = { caller, filter: { available }, page: { limit: 10 } };
      return (await answerOne(findThings, database, input)).items;
    };
    const expectAvailable = async (isAvailable: boolean) => {
      expect(await found(isAvailable)).toEqual([id]);
      expect(await found(!isAvailable)).toEqual([]);
    };
    await find(1, {});
    await expectAvailable(false);
    await find(2, { on: true });
    await expectAvailable(true);
    await tell(3, 'unavailable');
    await expectAvailable(false);
    await tell(4, null);
    await upsert(5, { unobserved: [{ id, code: 'unavailable' }] });
    await expectAvailable(false);
  });
});

test('a client that fails and recovers is one event each time, however often that is told', async () => {
  const { client, caller, find, tell } = newLamp();
  const { cursor } = await readEvents(database, { caller, limit: 10 }, patient);
  await find(1, { on: true });
  await tell(2, null);
  await tell(3, 'unavailable');
  await tell(4, 'unavailable');
  await tell(5, 'misconfigured');
  await tell(6, null);
  await expect(tell(5, 'unavailable')).rejects.toMatchObject({ code: 'superseded' });
  const read = () => readEvents(database, { caller, after: cursor, limit: 10 }, patient);
  const { events } = await waitFor(async () => {
    const page = await read();
    return !page.more && page;
  });
  const event = { kind: 'client_status_changed', thing: client };
  expect(events.slice(1)).toMatchObject([
    { ...event, status: 'ERROR', error: 'unavailable' },
    { ...event, status: 'ERROR', error: 'misconfigured' },
    { ...event, status: 'STARTED' },
  ]);
  expect(events[3]).not.toHaveProperty('error');
});

test('a client that is paused is one event, and nothing is known of its things since it failed', async () => {
  const { client, caller, find, tell, read } = newLamp();
  const { cursor } = await readEvents(database, { caller, limit: 10 }, patient);
  await find(1, { on: true });
  await tell(2, 'unavailable');
  await tell(3, 'paused');
  await tell(4, 'paused');
  expect((await read()).availability).toEqual({
    state: 'unknown',
    reason: 'client_paused',
    since: at(2),
  });
  await tell(5, 'unavailable');
  expect((await read()).availability).toMatchObject({ reason: 'client_error', since: at(2) });
  await tell(6, null);
  expect((await read()).available).toBe(true);
  const { events } = await waitFor(async () => {
    const page = await readEvents(database, { caller, after: cursor, limit: 10 }, patient);
    return !page.more && page;
  });
  const event = { kind: 'client_status_changed', thing: client };
  expect(events.slice(1)).toMatchObject([
    { ...event, status: 'ERROR', error: 'unavailable' },
    { ...event, status: 'ERROR', error: 'unavailable', paused: { since: at(3) } },
    { ...event, status: 'ERROR', error: 'unavailable' },
    { ...event, status: 'STARTED' },
  ]);
});
