import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, pollNeeds, polledClient, type PolledSetting } from '../testing/polled-client.js';
import { sessionNeeds } from '../testing/session.js';
import { poll } from './poll.js';

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

  test('that fails with a configuration that was replaced meanwhile says nothing, and is repeated soon', async () => {
    const configuration = 'another';
    const intervalMs = 3_600_000;
    const polled = await clientOf({
      intervalMs,
      async find() {
        await testing.database.client.update({ where: { id: polled.id }, data: { configuration } });
        throw new Unauthorized('The old password is wrong.');
      },
    });
    const next = (await polled.again()) as { afterMs: number };
    expect(await polled.row()).toMatchObject({ status: 'STARTING', errorCode: null, failures: 0 });
    expect(next.afterMs).toBeLessThan(60_000);
  });

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
    expect(upserts.flatMap(({ things }) => things)).toEqual([]);
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
      abilities: [
        property('text', typeof value === 'string' ? { type: 'string' } : {}, {
          value: value as string,
        }),
      ],
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

  test.each([NaN, { a: [Infinity] }])(
    'leaves out the value %j, which is no number',
    async (value) => {
      const { again, upserts, outcome } = await clientOf({
        find: async () => ({ devices: [textual(value), lamp(true)] }),
      });
      await again();
      expect(upserts[0]?.things.map(({ values }) => values)).toEqual([{}, { on: true }]);
      expect(await outcome()).toEqual({ status: 'STARTED', warnings: [] });
    },
  );

  test.each([
    ['U+0000 in its id', textual('a', { id: 'a\u0000' })],
    ['a lone surrogate in its id', textual('a', { id: 'a\ud800' })],
    ['U+0000 in its title', textual('a', { title: 'a\u0000' })],
    ['a lone surrogate in its description', textual('a', { description: '\udfff' })],
    ['U+0000 in the name of a property', named('a\u0000')],
    ['a lone surrogate in the name of a property', named('\ud800')],
    ['U+0000 in its handle', textual('a', { handle: 'a\u0000' })],
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
          cause: 'device_invalid',
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

  test('stores the account at the vendor when it is known or changes', async () => {
    let account: Poll['account'] = { id: 'bridge-1\u0000', name: 'Hall' };
    const { again, row } = await clientOf({ find: async () => ({ devices: [], account }) });
    await again();
    expect((await row()).vendorAccount).toEqual({ id: 'bridge-1', name: 'Hall' });
    account = { id: 'bridge-1', name: 'Attic' };
    await again();
    expect((await row()).vendorAccount).toEqual(account);
    account = undefined;
    await again();
    expect((await row()).vendorAccount).toEqual({ id: 'bridge-1', name: 'Attic' });
  });

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
  ])('that is told to come back in %i h comes back in %i h', async (retryAfterHours, hours) => {
    const { again } = await clientOf({
      async find() {
        throw new Unavailable('It is busy.', { retryAfterMs: retryAfterHours * 60 * 60_000 });
      },
    });
    expect(await again()).toEqual({ afterMs: hours * 60 * 60_000 });
  });

  test('sends its requests on one connection, and closes it', async () => {
    const server = createServer((_request, response) => void response.end('{}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const closings: Promise<unknown>[] = [];
    server.on('connection', (socket) => closings.push(once(socket, 'close')));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { again, row } = await clientOf({
      async find({ http }) {
        for (let sent = 0; sent < 3; sent += 1) await http({ url });
        return { devices: [] };
      },
    });
    await again();
    expect(await row()).toMatchObject({ status: 'STARTED' });
    expect(closings).toHaveLength(1);
    await Promise.all(closings);
    server.close();
  });

  test('of too many devices fails', async () => {
    const devices = Array.from({ length: 10_001 }, (_, index) => lamp(true, { id: `${index}` }));
    const { again, row, upserts } = await clientOf({ find: async () => ({ devices }) });
    await again();
    expect(await row()).toMatchObject({ status: 'ERROR', errorCode: 'misconfigured' });
    expect(upserts.flatMap(({ things }) => things)).toEqual([]);
  });

  test('whose connector never answers ends when its time is up', async () => {
    const { again, row } = await clientOf({
      find: () => new Promise(() => undefined),
      timeoutMs: 50,
    });
    await again();
    expect(await row()).toMatchObject({ status: 'ERROR', errorCode: 'unavailable' });
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
});
