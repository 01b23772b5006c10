import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createResolvers } from '@trellis/connector-sdk';
import { Problem, type MatchedEvent } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import { Overloaded } from '../../limits/bulkhead.js';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { roomyBulkhead } from '../../testing/bulkhead.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { recordingScheduler } from '../../testing/queues.js';
import { defaultQuotas } from '../../testing/session.js';
import { newSecret, verify } from '../../testing/webhook.js';
import { unitsAnswering } from '../../testing/units.js';
import { listAttempts, testSubscription } from './attempts.js';
import { createSubscription } from './change.js';
import { readSubscription, removeSubscription } from './read.js';
import { sendMatching } from './send.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const servers: AppServer[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

const context = { expiresAt: Infinity };
const time = '2026-11-23T01:02:03.456Z';
const thing = randomUUID();
const eventAt = (n: number): MatchedEvent => ({
  cursor: `${n}-${n}-1000`,
  time,
  kind: 'property_changed',
  thing,
  name: 'n',
  value: n,
});
const numberOf = (cursor: string) => Number(cursor.split('-')[0]);

/** A subscription of an app that answers with `statuses`, one after the other, and then with 204. */
async function subscribed(events: MatchedEvent[], statuses: number[] = []) {
  const server = await startAppServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 204).end();
  });
  servers.push(server);
  const sealing = createSealing(generateKey());
  const developer = randomUUID();
  const id = randomUUID();
  const secret = newSecret();
  const page = { more: false, missed: false, cursor: '100-0-90000' };
  const cursors: string[] = [];
  const units = unitsAnswering(async (_name, { after }: { after: string }) => {
    cursors.push(after);
    const found = events.filter(({ cursor }) => numberOf(cursor) > numberOf(after));
    return { ...page, events: found };
  });
  const subscriptions = recordingScheduler<{ subscription: string }>();
  const needs = {
    database: testing.database,
    pool: testing.pool,
    sealing,
    resolverOf: createResolvers({ allowPrivate: true }),
    allowPrivate: true,
    quotas: defaultQuotas,
    bulkhead: roomyBulkhead(),
    stopping: new AbortController().signal,
    clock: { now: () => Date.now() },
    units,
    subscriptions,
    publishSubscriptions: async () => undefined,
  };
  const caller = { developer };
  const binding = { purpose: 'subscriptions.secret', developer, id } as const;
  const create = () =>
    createSubscription(
      needs,
      {
        caller,
        app: 'app',
        id,
        match: {},
        delivery: { url: server.url, secret: sealing.seal(binding, secret), cursor: '0-0-1' },
      },
      context,
    );
  await create();
  return {
    needs,
    page,
    cursors,
    create,
    subscriptions,
    run: () => sendMatching(needs, { subscription: id }),
    read: () => readSubscription(needs, { caller, id }, context),
    remove: () => removeSubscription(needs, { caller, id }, context),
    /** Makes the next attempt due. */
    isDue: () =>
      testing.database.subscription.update({ where: { id }, data: { nextAttempt: new Date() } }),
    values: () =>
      server.received.map(
        (message) => (verify(secret, message) as { data: { value: number } }).data.value,
      ),
    ids: () => server.received.map(({ headers }) => headers['webhook-id']),
    attempts: async () => (await listAttempts(needs, { caller, id }, context)).attempts,
    test: (message: string) =>
      testSubscription(
        { ...needs, testMessages: roomyBulkhead() },
        { caller, id, message },
        context,
      ),
    received: () => server.received.map((message) => verify(secret, message)),
    id,
  };
}

test('messages have the attributes of their thing or client', async () => {
  const attributes = { no: '4711' };
  const cursor = '2-2-1000';
  const paused = { since: time };
  const kind = 'client_status_changed';
  const status = { cursor, time, kind, thing, status: 'ERROR', paused } as const;
  const events = [{ ...eventAt(1), attributes }, { ...status, attributes }, eventAt(3)];
  const { run, received } = await subscribed(events);
  await run();
  expect(received()).toMatchObject([
    { data: { thing_id: thing, attributes } },
    { data: { client_id: thing, status: 'ERROR', paused, attributes } },
    { data: { thing_id: thing } },
  ]);
  expect(received()[2]).not.toHaveProperty('data.attributes');
});

test('messages are sent one after another, and the position is kept', async () => {
  const { run, values, read, cursors, received, id } = await subscribed([eventAt(1), eventAt(2)]);
  expect(await run()).toEqual({ afterMs: 30_000 });
  expect(values()).toEqual([1, 2]);
  expect(received()[0]).toEqual({
    type: 'property_changed',
    timestamp: time,
    data: {
      subscription_id: id,
      cursor: '1-1-1000',
      thing_id: thing,
      property: 'n',
      value: 1,
    },
  });
  expect(await read()).toMatchObject({ status: 'active', cursor: '100-0-90000' });
  await run();
  expect(cursors).toEqual(['0-0-1', '100-0-90000']);
  expect(values()).toHaveLength(2);
});

test('one that is not accepted holds up what follows, and is sent again under its id', async () => {
  const { run, values, ids, read, isDue } = await subscribed(
    [eventAt(1), eventAt(2), eventAt(3)],
    [204, 503, 500],
  );
  expect(await run()).toEqual({ afterMs: 5_000 });
  expect(values()).toEqual([1, 2]);
  expect(await read()).toMatchObject({
    status: 'active',
    cursor: '1-1-1000',
    error: { attempts: 1, detail: 'The app answers with status 503.' },
  });
  // A hint changes nothing about that.
  expect(await run()).toEqual({ afterMs: expect.any(Number) });
  expect(values()).toHaveLength(2);
  await isDue();
  expect(await run()).toEqual({ afterMs: 10_000 });
  await isDue();
  expect(await run()).toEqual({ afterMs: 30_000 });
  expect(values()).toEqual([1, 2, 2, 2, 3]);
  expect(new Set(ids()).size).toBe(3);
  expect(await read()).not.toHaveProperty('error');
});

test('the last ten attempts are shown, with a test message that moves nothing', async () => {
  const events = Array.from({ length: 11 }, (_, index) => eventAt(index + 1));
  const { run, attempts, ids, read, isDue, test: send } = await subscribed(events, [204, 503]);
  await run();
  expect(await attempts()).toMatchObject([
    { response_status: 204, message: { id: ids()[0], type: 'property_changed' } },
    {
      response_status: 503,
      error: 'The app answers with status 503.',
      duration_ms: expect.any(Number),
    },
  ]);
  const { cursor } = await read();
  const message = randomUUID();
  const tested = await send(message);
  expect(tested).toMatchObject({ response_status: 204, message: { id: message, type: 'test' } });
  expect(await send(message)).toEqual(tested);
  expect(await read()).toMatchObject({ cursor, error: { attempts: 1 } });
  await isDue();
  await run();
  const shown = await attempts();
  expect(shown.map((attempt) => attempt.message.id)).toEqual(ids().slice(-10));
});

test('failures and the next attempt are counted by the clock that all workers share', async () => {
  const { needs, run, values, read } = await subscribed([eventAt(1)], [503]);
  const now = Date.now() - 60 * 60_000;
  needs.clock.now = () => now;
  jest.spyOn(Date, 'now').mockReturnValue(now + 7 * 24 * 60 * 60_000);
  expect(await run()).toEqual({ afterMs: 5_000 });
  const next_attempt = new Date(now + 5_000).toISOString();
  expect(await read()).toMatchObject({
    error: { since: new Date(now).toISOString(), next_attempt },
  });
  jest.restoreAllMocks();
  needs.clock.now = () => now + 4_000;
  expect(await run()).toEqual({ afterMs: 1_000 });
  needs.clock.now = () => now + 5_000;
  expect(await run()).toEqual({ afterMs: 30_000 });
  expect(values()).toEqual([1, 1]);
});

test('what two workers send at once has the same ids, and only one goes on', async () => {
  const { run, ids, read } = await subscribed([eventAt(1)]);
  const next = await Promise.all([run(), run()]);
  expect(next).toContainEqual({ afterMs: 30_000 });
  expect(new Set(ids()).size).toBe(1);
  expect(await read()).toMatchObject({ cursor: '100-0-90000' });
});

describe('what is not the receiver’s fault is no failed attempt:', () => {
  const after = { afterMs: expect.any(Number) };

  test('others of the developer who ask', async () => {
    const { needs, run, read, values } = await subscribed([eventAt(1)]);
    const { units } = needs;
    needs.units = () => Promise.reject(new Problem('rate_limited', 'Too many ask.'));
    expect(await run()).toEqual(after);
    needs.units = units;
    expect(await run()).toEqual({ afterMs: 30_000 });
    expect(values()).toEqual([1]);
    expect(await read()).not.toHaveProperty('error');
  });

  test('slow receivers of others', async () => {
    const { needs, run, read, values } = await subscribed([eventAt(1)]);
    const { bulkhead } = needs;
    needs.bulkhead = { run: () => Promise.reject(new Overloaded()) };
    expect(await run()).toEqual(after);
    expect(await read()).toMatchObject({ cursor: '0-0-1' });
    needs.bulkhead = bulkhead;
    await run();
    expect(values()).toEqual([1]);
    expect(await read()).not.toHaveProperty('error');
  });

  test('a process that stops', async () => {
    const { needs, run, read } = await subscribed([eventAt(1)], [503]);
    needs.stopping = AbortSignal.abort();
    expect(await run()).toEqual({ afterMs: 0 });
    expect(await read()).toMatchObject({ cursor: '0-0-1' });
    expect(await read()).not.toHaveProperty('error');
  });
});

test('410 stops it', async () => {
  const { run, read, values } = await subscribed([eventAt(1), eventAt(2)], [410]);
  expect(await run()).toBe('ended');
  expect(await read()).toMatchObject({ status: 'stopped', cursor: '0-0-1' });
  expect(await run()).toBe('ended');
  expect(values()).toHaveLength(1);
});

test('a position without messages is stored when it is older', async () => {
  const { run, read, page } = await subscribed([]);
  page.cursor = '100-0-9000';
  await run();
  expect(await read()).toMatchObject({ cursor: '0-0-1' });
  page.cursor = '101-0-90000';
  await run();
  expect(await read()).toMatchObject({ cursor: '101-0-90000' });
});

test('that events were missed is told, under the same id at each attempt', async () => {
  const { run, page, received, ids, isDue, id } = await subscribed([], [503]);
  page.missed = true;
  await run();
  await isDue();
  page.cursor = '200-0-90000';
  await run();
  expect(new Set(ids()).size).toBe(1);
  expect(received()).toMatchObject([{ type: 'reset' }, { type: 'reset' }]);
  expect(received().slice(1)).toEqual([
    {
      type: 'reset',
      timestamp: expect.any(String),
      data: { subscription_id: id, cursor: '200-0-90000' },
    },
  ]);
});

test('a repeated request creates it once; a removed one ends', async () => {
  const { create, run, remove, subscriptions, id, read } = await subscribed([eventAt(1)]);
  await create();
  expect(await testing.database.subscription.count({ where: { id } })).toBe(1);
  await remove();
  expect(subscriptions.stopped).toEqual([id]);
  expect(await run()).toBe('ended');
  await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
});
