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
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { sessionNeeds } from '../testing/session.js';
import { poll } from './poll.js';
import { lamp, pollNeeds, polledClient, type PolledSetting } from '../testing/polled-client.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

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

const clientOf = (setting: PolledSetting) => polledClient(testing, setting);

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

  test('that finds more things than a client may have fails, and is told so', async () => {
    let count = 3;
    const { again, row, upserts } = await clientOf({
      find: async () => ({
        devices: Array.from({ length: count }, (_, n) => lamp(true, { id: `${n}` })),
      }),
      maxClientThings: 2,
    });
    await again();
    expect(await row()).toMatchObject({
      status: 'ERROR',
      errorCode: 'misconfigured',
      errorDetail: expect.stringContaining('more than 2 devices'),
    });
    expect(upserts).toEqual([]);
    count = 2;
    await again();
    expect(await row()).toMatchObject({ status: 'STARTED' });
  });

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

  test('that is incomplete says nothing about the rooms', async () => {
    const room = (name: string) => ({ id: 'a', name, type: 'room', devices: ['lamp'] });
    let found: Poll = { devices: [lamp(true)], rooms: [room('Kitchen')] };
    const { again, row } = await clientOf({ find: async () => found });
    await again();
    found = { ...found, rooms: [room('Hall')], complete: false };
    await again();
    expect(JSON.parse((await row()).rooms!)).toEqual([room('Kitchen')]);
    found = { ...found, complete: true };
    await again();
    expect(JSON.parse((await row()).rooms!)).toEqual([room('Hall')]);
  });

  // Hours that a remote technology asks for, and hours until the next poll.
  test.each([
    [2, 2],
    [24, 24],
    [24 * 7, 24],
  ])('that is told to come back in %i h comes back in %i h', async (asked, hours) => {
    const { again } = await clientOf({
      async find() {
        throw new Unavailable('It is busy.', { retryAfterMs: asked * 60 * 60_000 });
      },
    });
    expect(await again()).toEqual({ afterMs: hours * 60 * 60_000 });
  });

  test('that a service cuts off by stopping leaves the status, and is the first of the next one', async () => {
    const stop = new AbortController();
    const session = sessionNeeds(testing, [
      testConnector({
        async poll() {
          stop.abort();
          throw new Unavailable('The service is stopping.');
        },
      }),
    ]);
    const needs = { ...pollNeeds(session), stopping: stop.signal };
    const { id } = await insertClient(session, 'test');
    expect(await poll(needs, { client: id })).toEqual({ afterMs: 0, isUnfinished: true });
    expect(await testing.database.client.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'STARTING',
      failures: 0,
    });
  });

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

  test('that was cut off before it had stored its mappings is repeated by the next one', async () => {
    let on = false;
    const { again, upserts, forbidMappings } = await clientOf({
      find: async () => ({ devices: [lamp(on)] }),
    });
    await again();
    const allowMappings = await forbidMappings();
    on = true;
    await expect(again()).rejects.toThrow('not stored');
    await allowMappings();
    on = false;
    await again({ isUnfinished: true });
    expect(upserts.map(({ things }) => things[0]!.values)).toEqual([
      { on: false },
      { on: true },
      { on: false },
    ]);
    await again();
    expect(upserts).toHaveLength(3);
  });

  test('of a remote technology that is away leaves what is unfinished to the next one', async () => {
    let isAway = true;
    const { again } = await clientOf({
      async find() {
        if (isAway) throw new Unavailable('gone');
        return { devices: [lamp(true)] };
      },
    });
    expect(await again({ isUnfinished: true })).toMatchObject({ isUnfinished: true });
    expect(await again()).not.toHaveProperty('isUnfinished');
    isAway = false;
    expect(await again({ isUnfinished: true })).not.toHaveProperty('isUnfinished');
  });

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

  test('that is refused because the client was removed ends its schedule, and has it removed here, too', async () => {
    const { again, row } = await clientOf({
      find: async () => ({ devices: [lamp(true)] }),
      refuse() {
        throw new Problem('creator_removed', 'Removed.');
      },
    });
    await expect(again()).resolves.toBe('ended');
    await expect(again()).resolves.toBe('ended');
    const { key: clientKey } = await row();
    expect(await testing.database.removal.count({ where: { clientKey } })).toBe(1);
  });
});
