import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createResolvers,
  Misconfigured,
  property,
  setIfAbsent,
  Unauthorized,
  Unavailable,
  type Connector,
} from '@trellis/connector-sdk';
import { v7 as newId } from 'uuid';
import { testConnector } from '../../testing/connector.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { sessionNeeds } from '../../testing/session.js';
import { createTrialSlots, runTrial } from './run.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Tries a connector with these configurations. */
async function tryWith(
  behavior: Partial<Connector>,
  { instance = {}, client = {} }: { instance?: object; client?: object } = {},
  trialSlots = createTrialSlots(),
) {
  const connector: Connector = { ...testConnector({ poll: none }), ...behavior };
  const logged: unknown[] = [];
  const log = { error: (fields: object) => void logged.push(fields) } as never;
  const resolverOf = createResolvers({ allowPrivate: false });
  const needs = { ...sessionNeeds(database, [connector]), resolverOf, trialSlots, log };
  const id = newId();
  const binding = { developer: 'acme', id };
  const seal = (purpose: 'instances.configuration' | 'clients.configuration', given: object) =>
    needs.sealing.seal({ purpose, ...binding }, given);
  const trial = await runTrial(
    needs,
    {
      caller: { developer: 'acme' },
      id,
      connector_type_id: 'test',
      instance_configuration: seal('instances.configuration', instance),
      client_configuration: seal('clients.configuration', client),
    },
    { expiresAt: Date.now() + 60_000 },
  );
  return { trial, logged };
}

const none = async () => ({ devices: [] });

const meter = (id: string, value: number) => ({
  id,
  title: 'Meter',
  abilities: [property('reading', { type: 'number' as const }, { value })],
});

test('a trial has the defaults that the instance determines', async () => {
  const { trial } = await tryWith({
    describeClient: () => ({ properties: { interval_ms: { default: 900_000 } } }),
    checkClient: ({ client }) =>
      client.interval_ms < 900_000 ? [{ path: ['interval_ms'], detail: 'Must be more.' }] : [],
  });
  expect(trial).toMatchObject({ status: 'STARTED' });
});

test('a trial answers what a poll finds, with what is wrong with the rest', async () => {
  const failure = new Unavailable('One is away.');
  const poll = async () => ({
    devices: [meter('one', 1), { ...meter('two', 2), title: '' }],
    problems: [{ device: 'three', failure }],
  });
  const { trial } = await tryWith({ poll });
  expect(trial).toMatchObject({
    status: 'STARTED',
    complete: false,
    found: 2,
    devices: [{ connector_thing_id: 'one', title: 'Meter', values: { reading: 1 } }],
    warnings: [
      { code: 'unavailable', detail: 'One is away.', connector_thing_id: 'three' },
      { code: 'connector_failed', connector_thing_id: 'two' },
    ],
  });
});

test.each([
  ['unavailable', new Unavailable('Away.'), 'retry'],
  ['authorization_required', new Unauthorized('Wrong key.'), 'fix-configuration'],
  ['misconfigured', new Misconfigured('No such host.'), 'fix-configuration'],
])('a failure is answered as the error of a client: %s', async (code, failure, remedy) => {
  const { trial, logged } = await tryWith({ poll: () => Promise.reject(failure) });
  expect(trial).toMatchObject({
    status: 'ERROR',
    error: { code, detail: failure.message, remedy },
    devices: [],
  });
  expect(logged).toEqual([]);
});

test('a trial does not tell which names exist that it may not reach', async () => {
  const tryAt = async (host: string) => {
    const { trial } = await tryWith({
      async poll({ http }) {
        await http({ url: `http://${host}/` });
        return none();
      },
    });
    const requests = trial.requests.map(({ at: _at, duration_ms: _took, ...one }) => one);
    const shown = JSON.stringify({ ...trial, requests }).replaceAll(host, 'x');
    return JSON.parse(shown) as typeof trial;
  };
  const refused = await tryAt('localhost');
  expect(refused.error).toMatchObject({
    code: 'unavailable',
    cause: 'name_not_found',
    detail: 'The host x does not exist, or its address is not allowed.',
    remedy: 'fix-configuration',
  });
  expect(await tryAt('no-such-host')).toEqual(refused);
});

test('a fault of the connector is logged, and not shown', async () => {
  const fault = new Error('the password is hunter2');
  const { trial, logged } = await tryWith({ poll: () => Promise.reject(fault) });
  const shown = {
    code: 'connector_failed',
    cause: 'connector_bug',
    detail: 'The connector failed.',
  };
  expect(trial.error).toMatchObject(shown);
  expect(JSON.stringify(trial)).not.toContain('hunter2');
  expect(logged).toMatchObject([{ err: fault }]);
});

test('errors of the configurations point at their members', async () => {
  const misspelled = tryWith({}, { instance: { kye: 1 } });
  await expect(misspelled).rejects.toMatchObject({
    code: 'invalid_configuration',
    extras: { errors: [{ pointer: '/instance_configuration/kye' }] },
  });
  const unfit = tryWith({ checkClient: () => [{ path: ['interval_ms'], detail: 'Too often.' }] });
  await expect(unfit).rejects.toMatchObject({
    code: 'invalid_configuration',
    extras: { errors: [{ pointer: '/client_configuration/interval_ms', detail: 'Too often.' }] },
  });
});

test('what end users have to authorize cannot be tried', async () => {
  const oauth2 = {} as NonNullable<Connector['oauth2']>;
  await expect(tryWith({ oauth2 })).rejects.toMatchObject({ code: 'not_supported' });
});

test('a memory ends with the trial', async () => {
  const poll: Connector['poll'] = async (context) => {
    const { memory } = context as Parameters<NonNullable<Connector['connect']>>[0];
    const stored = await setIfAbsent(memory, 'pin', 'first');
    expect(await setIfAbsent(memory, 'pin', 'second')).toBe(stored);
    return { devices: [meter(stored, 1)] };
  };
  const { trial } = await tryWith({ poll });
  expect(trial.devices.map(({ connector_thing_id: id }) => id)).toEqual(['first']);
});

test('too many trials of one developer at once are refused', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const trials = createTrialSlots();
  const poll = async () => {
    await released;
    return { devices: [] };
  };
  const waiting = Array.from({ length: 8 }, () => tryWith({ poll }, {}, trials));
  await expect(tryWith({ poll }, {}, trials)).rejects.toMatchObject({ code: 'rate_limited' });
  release();
  await Promise.allSettled(waiting);
});
