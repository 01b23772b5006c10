import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  Misconfigured,
  property,
  Unauthorized,
  Unavailable,
  type Device,
  type Poll,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { Prisma } from '../generated/prisma/client.js';
import { createOutbox } from '../outbox/outbox.js';
import { roomyBulkhead } from '../testing/bulkhead.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { poll } from './poll.js';
import { clientReader } from './read.js';
import { createPollStore } from './store.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const lamp = (on: boolean, more: Partial<Device> = {}): Device => ({
  id: 'lamp',
  title: 'Lamp',
  abilities: [property('on', { type: 'boolean' }, { value: on })],
  ...more,
});

const nameless = { title: '' };

/** An object that contains itself. */
function circular(): object {
  const object: Record<string, unknown> = {};
  object.self = object;
  return object;
}

/** Data schemas within data schemas. */
const schema = (depth: number): PropertyAffordance =>
  JSON.parse(
    '{"type":"array","items":'.repeat(depth) + '{}' + '}'.repeat(depth),
  ) as PropertyAffordance;

/** Arrays within arrays. */
const nested = (depth: number): unknown =>
  JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

interface Setting {
  /** What the connector finds. */
  find: () => Promise<Poll>;
  timeoutMs?: number;
  /** May throw in place of units-service. */
  refuse?: () => void;
  intervalMs?: number;
}

/** What polls need, with everything real but units-service. */
function pollNeeds(
  session: ReturnType<typeof sessionNeeds>,
  { units, timeoutMs }: { units?: PollUnits; timeoutMs?: number } = {},
) {
  const { database, pool, sealing } = session;
  const outbox = createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog });
  return {
    ...session,
    readClient: clientReader(pool, silentLog),
    store: createPollStore({ database, units: units ?? recordingUnits().units, outbox }),
    log: silentLog,
    bulkhead: roomyBulkhead(timeoutMs === undefined ? {} : { timeoutMs }),
    stopping: new AbortController().signal,
  };
}

type PollUnits = ReturnType<typeof recordingUnits>['units'];

/** One client of a connector. */
async function clientOf({ find, timeoutMs, refuse, intervalMs }: Setting) {
  const session = sessionNeeds(testing, [testConnector({ poll: find })]);
  const { database } = session;
  const { units, upserts } = recordingUnits(refuse);
  const needs = pollNeeds(session, { units, ...(timeoutMs !== undefined && { timeoutMs }) });
  const { id, key } = await insertClient(needs, 'test', {
    client: { ...(intervalMs !== undefined && { interval_ms: intervalMs }) },
  });
  return {
    id,
    upserts,
    again: () => poll(needs, { client: id }),
    row: () => database.client.findUniqueOrThrow({ where: { id } }),
    mapping: () => database.mapping.findFirstOrThrow({ where: { clientKey: key } }),
    async outcome() {
      const { status, warnings } = await database.client.findUniqueOrThrow({ where: { id } });
      return { status, warnings: JSON.parse(warnings ?? '[]') as unknown };
    },
  };
}

describe('a poll', () => {
  test('publishes what is new, and only that', async () => {
    const { again, row, upserts } = await clientOf({
      find: async () => ({ devices: [lamp(true)] }),
    });
    await again();
    await again();
    expect(upserts).toMatchObject([{ things: [{ title: 'Lamp', values: { on: true } }] }]);
    expect(await row()).toMatchObject({ status: 'STARTED', failures: 0 });
  });

  test('publishes many things in batches', async () => {
    const devices = Array.from({ length: 600 }, (_, index) => lamp(true, { id: `${index}` }));
    const { again, upserts } = await clientOf({ find: async () => ({ devices }) });
    await again();
    expect(upserts.map(({ things }) => things.length)).toEqual([250, 250, 100]);
  });

  test('stores the handle of a device, also when only that has changed', async () => {
    let handle = '192.0.2.1';
    const { again, mapping, upserts } = await clientOf({
      find: async () => ({ devices: [lamp(true, { handle })] }),
    });
    await again();
    expect(await mapping()).toMatchObject({ handle });
    handle = '192.0.2.2';
    await again();
    expect(await mapping()).toMatchObject({ handle });
    expect(upserts).toHaveLength(1);
  });

  test.each([
    [new Unavailable('It is away.'), 'unavailable'],
    [new Unauthorized('It refuses.'), 'authorization_required'],
    [new Misconfigured('It cannot work.'), 'misconfigured'],
  ])(
    'that fails with %s makes the client ERROR, and the next success heals it',
    async (failure, code) => {
      let fails = true;
      const { again, row } = await clientOf({
        async find() {
          if (fails) throw failure;
          return { devices: [] };
        },
      });
      await again();
      const first = await row();
      expect(first).toMatchObject({
        status: 'ERROR',
        errorCode: code,
        errorDetail: failure.message,
      });
      await again();
      expect(await row()).toMatchObject({ failures: 2, errorSince: first.errorSince });
      fails = false;
      await again();
      expect(await row()).toMatchObject({ status: 'STARTED', errorCode: null, failures: 0 });
    },
  );

  test('of a connector that breaks says so and shows nothing of the inside', async () => {
    const { again, row } = await clientOf({
      async find() {
        throw new Error('password is hunter2');
      },
    });
    await again();
    expect(await row()).toMatchObject({
      errorCode: 'connector_failed',
      errorDetail: expect.not.stringContaining('hunter2'),
    });
  });

  test('that fails with a text that cannot be stored records the rest of it', async () => {
    const { again, row } = await clientOf({
      async find() {
        throw new Unavailable('It says \u0000 and \ud800.');
      },
    });
    await again();
    expect(await row()).toMatchObject({ errorDetail: 'It says  and \ufffd.' });
  });

  const textual = (value: unknown, more: Partial<Device> = {}) =>
    lamp(true, {
      id: 'odd',
      abilities: [property('text', { type: 'string' }, { value: value as string })],
      ...more,
    });
  const named = (name: string) => textual('a', { abilities: [property(name, {}, { value: 1 })] });

  test.each([
    ['U+0000', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800b'],
    ['U+0000 deep inside an object', { a: [{ b: 'c\u0000' }] }],
    ['U+0000 in the name of a member', { 'a\u0000': 1 }],
  ])('hands on a value with %s as it is', async (_what, value) => {
    const { again, upserts, outcome } = await clientOf({
      find: async () => ({ devices: [textual(value), lamp(true)] }),
    });
    await again();
    expect(upserts[0]?.things.map(({ values }) => values)).toEqual([{ text: value }, { on: true }]);
    expect(await outcome()).toEqual({ status: 'STARTED', warnings: [] });
  });

  test.each([
    ['U+0000 in its id', textual('a', { id: 'a\u0000' })],
    ['a lone surrogate in its id', textual('a', { id: 'a\ud800' })],
    ['U+0000 in its title', textual('a', { title: 'a\u0000' })],
    ['a lone surrogate in its description', textual('a', { description: '\udfff' })],
    ['U+0000 in the name of a property', named('a\u0000')],
    ['a lone surrogate in the name of a property', named('\ud800')],
    ['U+0000 in its handle', textual('a', { handle: 'a\u0000' })],
    ['a number that is none', textual(NaN)],
    ['a number that is too large', textual({ a: [Infinity] })],
    ['a value that has no end', textual(circular())],
    ['a value that is nested too deeply', textual(nested(100))],
    ['a value that is nested far too deeply', textual(nested(100_000))],
    [
      'a data schema that is nested too deeply',
      textual('a', { abilities: [property('text', schema(3_000), {})] }),
    ],
  ])('leaves out a device with %s, says so, and hands on the others', async (_what, odd) => {
    const { again, upserts, outcome } = await clientOf({
      find: async () => ({ devices: [odd, lamp(true)] }),
    });
    await again();
    expect(upserts).toMatchObject([{ things: [{ title: 'Lamp', values: { on: true } }] }]);
    expect(await outcome()).toEqual({
      status: 'STARTED',
      warnings: [
        {
          code: 'connector_failed',
          detail: expect.stringContaining('The device cannot be a thing'),
          connector_thing_id: expect.stringMatching(/^(odd|a|a\ufffd)$/),
        },
      ],
    });
  });

  test.each(['a\u0000', 'a\ud800', ''])(
    'leaves out a room with a device %j, and hands on the others',
    async (device) => {
      const room = (id: string, devices: string[]) => ({ id, name: id, type: 'room', devices });
      const { again, row, outcome } = await clientOf({
        find: async () => ({
          devices: [lamp(true)],
          rooms: [room('odd', ['lamp', device]), room('hall', ['lamp'])],
        }),
      });
      await again();
      expect(JSON.parse((await row()).rooms!)).toEqual([room('hall', ['lamp'])]);
      expect(await outcome()).toMatchObject({
        status: 'STARTED',
        warnings: [{ detail: expect.stringContaining('A room was left out') }],
      });
    },
  );

  test('of too many devices fails', async () => {
    const devices = Array.from({ length: 10_001 }, (_, index) => lamp(true, { id: `${index}` }));
    const { again, row, upserts } = await clientOf({ find: async () => ({ devices }) });
    await again();
    expect(await row()).toMatchObject({ status: 'ERROR', errorCode: 'misconfigured' });
    expect(upserts).toEqual([]);
  });

  test('whose connector never answers ends when its time is up', async () => {
    const { again, row } = await clientOf({
      find: () => new Promise(() => undefined),
      timeoutMs: 50,
    });
    await again();
    expect(await row()).toMatchObject({ status: 'ERROR', errorCode: 'unavailable' });
  });

  test('that cannot be published leaves the status as it is, and is published later', async () => {
    let isAway = true;
    const { again, row, upserts } = await clientOf({
      find: async () => ({ devices: [lamp(true)] }),
      refuse() {
        if (isAway) throw new Problem('timeout', 'units did not answer in time.');
      },
    });
    await again();
    expect(await row()).toMatchObject({ status: 'STARTING' });
    isAway = false;
    await again();
    expect(upserts).toHaveLength(1);
    expect(await row()).toMatchObject({ status: 'STARTED' });
  });

  test.each([
    ['before', { sooner: true }],
    ['after', { sooner: false }],
  ])(
    'in which the database is overloaded %s the remote technology has answered leaves the status',
    async (_when, { sooner }) => {
      const overloaded = () => {
        throw new Prisma.PrismaClientKnownRequestError('Unable to start a transaction.', {
          code: 'P2028',
          clientVersion: '',
        });
      };
      const { again, row } = await clientOf({
        find: async () => (sooner ? overloaded() : { devices: [lamp(true)] }),
        refuse: overloaded,
      });
      expect(await again()).toMatchObject({ afterMs: expect.any(Number) });
      expect(await row()).toMatchObject({ status: 'STARTING', failures: 0 });
    },
  );

  test('that fails for a reason of ours is tried again within seconds, however long its interval', async () => {
    const { again } = await clientOf({
      find: async () => ({ devices: [lamp(true)] }),
      refuse() {
        throw new Problem('timeout', 'units did not answer in time.');
      },
      intervalMs: 3_600_000,
    });
    const next = await again();
    expect(next === 'ended' ? undefined : next.afterMs).toBeLessThanOrEqual(15_000);
  });

  test('shares one statement with the others that begin with it, and writes nothing when nothing has changed', async () => {
    const session = sessionNeeds(testing, [
      testConnector({ poll: async () => ({ devices: [lamp(true)] }) }),
    ]);
    const needs = pollNeeds(session);
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => insertClient(session, 'test')),
    );
    const pollAll = () => Promise.all(clients.map(({ id }) => poll(needs, { client: id })));
    await pollAll();
    const statements = jest.spyOn(session.pool, 'query');
    const transactions = jest.spyOn(session.database, '$transaction');
    await pollAll();
    expect(statements).toHaveBeenCalledTimes(1);
    expect(transactions).not.toHaveBeenCalled();
    statements.mockRestore();
    transactions.mockRestore();
  });

  test('of a client that is removed meanwhile ends its schedule and leaves nothing', async () => {
    const { again, id } = await clientOf({
      async find() {
        await testing.database.client.delete({ where: { id } });
        return { devices: [lamp(true)] };
      },
    });
    await expect(again()).resolves.toBe('ended');
    await expect(again()).resolves.toBe('ended');
  });

  test.each([
    ['succeeds', async (): Promise<Poll> => ({ devices: [] })],
    ['fails', () => Promise.reject(new Unavailable('It is away.'))],
  ])('that %s after its client was removed tells no app', async (_outcome, finish) => {
    const { database } = testing;
    const { again, id, row } = await clientOf({
      async find() {
        await database.client.delete({ where: { id } });
        return finish();
      },
    });
    const { key } = await database.webhook.create({
      data: {
        developer: (await row()).developer,
        app: 'app',
        url: 'https://app.example',
        secret: '',
        events: ['client_status_changed'],
      },
    });
    await again();
    expect(await database.delivery.count({ where: { webhookKey: key } })).toBe(0);
    await expect(again()).resolves.toBe('ended');
  });

  test('that is refused because the client was removed ends its schedule', async () => {
    const { again } = await clientOf({
      find: async () => ({ devices: [lamp(true)] }),
      refuse() {
        throw new Problem('creator_removed', 'Removed.');
      },
    });
    await expect(again()).resolves.toBe('ended');
  });
});

describe('the warnings of a client', () => {
  test('name the devices that failed, and are gone with them; the status stays', async () => {
    let found: Poll = {
      devices: [lamp(true)],
      problems: [{ device: 'plug', failure: new Unauthorized('Wrong password.') }],
    };
    const { again, outcome } = await clientOf({ find: async () => found });
    await again();
    expect(await outcome()).toMatchObject({
      status: 'STARTED',
      warnings: [
        {
          code: 'authorization_required',
          detail: 'Wrong password.',
          connector_thing_id: 'plug',
        },
      ],
    });
    found = { devices: [lamp(true)] };
    await again();
    expect(await outcome()).toMatchObject({ status: 'STARTED', warnings: [] });
  });

  test('name a device that cannot be a thing; its neighbours are published', async () => {
    const { again, outcome, upserts } = await clientOf({
      find: async () => ({ devices: [lamp(true), lamp(true, { id: 'odd', ...nameless })] }),
    });
    await again();
    await again();
    expect(upserts).toMatchObject([{ things: [{ title: 'Lamp' }] }]);
    expect(await outcome()).toMatchObject({
      status: 'STARTED',
      warnings: [{ code: 'connector_failed', connector_thing_id: 'odd' }],
    });
  });

  test('do not mark a device unavailable that was a thing before', async () => {
    let more = {};
    const { again, mapping, upserts } = await clientOf({
      find: async () => ({ devices: [lamp(true, more)] }),
    });
    await again();
    more = nameless;
    await again();
    expect(await mapping()).toMatchObject({ available: true });
    expect(upserts).toHaveLength(1);
  });

  test('name a room that was left out; the others are stored', async () => {
    const hall = { id: 'hall', name: 'Hall', type: 'room', devices: ['lamp'] };
    const { again, outcome, row } = await clientOf({
      find: async () => ({
        devices: [lamp(true)],
        rooms: [hall, { ...hall, id: 'odd', name: '' }],
      }),
    });
    await again();
    expect(JSON.parse((await row()).rooms!)).toEqual([hall]);
    expect(await outcome()).toMatchObject({
      warnings: [{ detail: expect.stringMatching('room') }],
    });
  });
});
