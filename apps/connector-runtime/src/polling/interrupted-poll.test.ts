import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable, type Poll } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { Prisma } from '../generated/prisma/client.js';
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

const clientOf = (setting: PolledSetting) => polledClient(testing, setting);

describe('a poll', () => {
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
