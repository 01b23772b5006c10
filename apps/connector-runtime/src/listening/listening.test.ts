import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { connectBroker, type Broker } from '@trellis/messaging';
import { createDatabase, eventually, waitFor } from '@trellis/testing';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { createListeningSetting, type ListeningSetting } from '../testing/listening-setting.js';
import { lamp } from '../testing/polled-client.js';
import { createLeases } from './leases.js';
import { configurationOf } from './offers.js';
import type { Listening } from './start-listening.js';

let testing: TestDatabase;
let broker: Broker;
beforeAll(async () => {
  testing = await testDatabase();
  broker = await connectBroker({ databaseUrl: await createDatabase(), name: 'listening' });
}, 60_000);
afterAll(async () => {
  await broker.close();
  await testing.close();
});

const running: Listening[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((listening) => listening.stop()));
  await testing.pool.query('DELETE FROM workers');
  await testing.pool.query('DELETE FROM listeners');
});

const createSetting = (limits?: Parameters<typeof createListeningSetting>[1]) =>
  createListeningSetting({ testing, broker, running }, limits);

const listenedBy = (setting: ListeningSetting, client: string) =>
  setting.listenersOf(client).map(({ worker }) => worker);

describe('a client whose connector listens', () => {
  test('has one listener, in one of the workers', async () => {
    const setting = createSetting();
    const clients = await Promise.all(Array.from({ length: 12 }, setting.client));
    const workers = [setting.worker(), setting.worker()].map(({ worker }) => worker);
    await waitFor(() => clients.every(({ id }) => setting.listenersOf(id).length === 1));
    await waitFor(() => {
      const used = new Set(clients.flatMap(({ id }) => listenedBy(setting, id)));
      return workers.every((worker) => used.has(worker));
    });
    for (const { id } of clients) expect(setting.listenersOf(id)).toHaveLength(1);
  });

  test('moves to the other worker when its own is drained, and is never listened to twice', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    const first = setting.worker();
    await waitFor(() => listenedBy(setting, id).includes(first.worker));
    const second = setting.worker();
    await first.listening.stop();
    await waitFor(() => listenedBy(setting, id).includes(second.worker));
    expect(listenedBy(setting, id)).toEqual([second.worker]);
  });

  test('moves when its worker cannot renew its lease, which then does not listen any more', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    let isCutOff = false;
    const first = setting.worker({ isCutOff: () => isCutOff });
    await waitFor(() => listenedBy(setting, id).includes(first.worker));
    isCutOff = true;
    const second = setting.worker();
    await waitFor(() => {
      const workers = listenedBy(setting, id);
      return workers.length === 1 && workers[0] === second.worker;
    });
    isCutOff = false;
  });

  test('offers its connection for requests while it lasts', async () => {
    const setting = createSetting();
    const client = await setting.client();
    const { id } = client;
    const [first, second] = [setting.worker(), setting.worker()];
    const wanted = { client: id, configuration: configurationOf(client) };
    const offering = () => [first, second].filter(({ offers }) => offers.find(wanted));
    await waitFor(() => offering().length === 1);
    setting.listenersOf(id)[0]!.fail(new Unavailable('It has ended.'));
    await waitFor(() => offering().length === 0);
    await waitFor(() => offering().length === 1);
    const [before] = offering();
    expect(before!.offers.find({ client: id, configuration: 'changed' })).toBeUndefined();
    await before!.listening.stop();
    expect(before!.offers.find(wanted)).toBeUndefined();
    await waitFor(() => offering().length === 1);
  });

  test('offers no connection while it is stopped', async () => {
    const setting = createSetting();
    const client = await setting.client();
    const { listening, offers } = setting.worker();
    const wanted = { client: client.id, configuration: configurationOf(client) };
    const offered = await waitFor(() => offers.find(wanted));
    const [connection] = setting.listenersOf(client.id);
    const options = { isRepeatable: false, signal: new AbortController().signal };
    const write = () => offered.perform({ device: 'lamp', values: { on: true } }, options);
    const writing = write();
    const stopping = listening.stop();
    await waitFor(() => !offers.find(wanted));
    connection!.offer();
    expect(offers.find(wanted)).toBeUndefined();
    expect(await write()).toBeUndefined();
    setting.completeWrites();
    await Promise.all([writing, stopping]);
  });

  test('has what is heard stored, the latest values of each device', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    setting.worker();
    const [connection] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    connection!.emit({ devices: [lamp(false)] });
    connection!.emit({ devices: [lamp(true)] });
    await waitFor(() => setting.upserts.length > 0);
    expect(setting.upserts).toMatchObject([
      { reported: true, things: [{ title: 'Lamp', values: { on: true } }], vanished: [] },
    ]);
    connection!.emit({ gone: ['lamp'] });
    await waitFor(() => setting.upserts.length > 1);
    expect(setting.upserts[1]).toMatchObject({ things: [], vanished: [expect.any(String)] });
    connection!.emit({ devices: [lamp(false)], all: ['lamp'] });
    await waitFor(() => setting.upserts.length > 2);
    expect(setting.upserts[2]).toMatchObject({ things: [{ title: 'Lamp' }], vanished: [] });
    connection!.emit({ all: [] });
    await waitFor(() => setting.upserts.length > 3);
    expect(setting.upserts[3]).toMatchObject({ things: [], vanished: [expect.any(String)] });
  });

  test('is listened to again when its connection has ended, and polled to find out why', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    setting.worker();
    const [first] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    first!.fail(new Unavailable('It has ended.'));
    await waitFor(() => setting.listenersOf(id).length > 1);
    await waitFor(() => setting.polls.ranNow.includes(id));
  });

  test('shows its connection', async () => {
    const setting = createSetting();
    const { id, key } = await setting.client();
    const { listening } = setting.worker();
    const state = async () =>
      (await testing.database.listener.findUnique({ where: { clientKey: key } }))?.state;
    await waitFor(async () => (await state()) === 'connected');
    expect(listening.counts().get('connected')).toBe(1);
    await listening.stop();
    expect(await state()).toBe('disconnected');
    expect(setting.listenersOf(id)).toEqual([]);
  });

  test('names a device that speaks too often, whose latest value is stored all the same', async () => {
    const setting = createSetting();
    const { id, key } = await setting.client();
    setting.worker();
    const [connection] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    for (let n = 0; n < 500; n += 1) connection!.emit({ devices: [lamp(n % 2 === 0)] });
    connection!.emit({ devices: [lamp(true)] });
    await waitFor(async () => {
      const row = await testing.database.listener.findUnique({ where: { clientKey: key } });
      return row?.flooding.includes('lamp');
    });
    await waitFor(() => setting.upserts.length > 0);
    expect(setting.upserts).toMatchObject([{ things: [{ values: { on: true } }] }]);
  });

  test('has a value stored that changes back while it is not known whether the change was stored', async () => {
    const setting = createSetting();
    const { id, key } = await setting.client();
    setting.worker();
    const [connection] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    connection!.emit({ devices: [lamp(false)] });
    await waitFor(
      async () => (await testing.database.mapping.count({ where: { clientKey: key } })) > 0,
    );
    setting.loseAnswerOnce();
    connection!.emit({ devices: [lamp(true)] });
    await waitFor(() => setting.upserts.length > 1);
    connection!.emit({ devices: [lamp(false)] });
    await waitFor(() => setting.upserts.length > 2);
    const stored = setting.upserts.map(({ things }) => things[0]!.values);
    expect(stored).toEqual([{ on: false }, { on: true }, { on: false }]);
  });

  test('has its events stored, each once and in their order, although the first attempt fails', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    setting.worker();
    const [connection] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    const pressed = (data: string) => ({ device: 'lamp', name: 'pressed', data });
    setting.failOnce();
    connection!.emit({ devices: [lamp(true)], events: [pressed('once'), pressed('once')] });
    await waitFor(() => setting.upserts.length > 0);
    connection!.emit({ events: [pressed('twice')] });
    await waitFor(() => setting.upserts.length > 1);
    const thing = setting.upserts[0]!.things[0]!.id;
    expect(setting.upserts).toMatchObject([
      {
        reported: true,
        occurrences: [
          { thing, name: 'pressed', data: 'once' },
          { thing, name: 'pressed', data: 'once' },
        ],
      },
      { reported: true, things: [], occurrences: [{ thing, name: 'pressed', data: 'twice' }] },
    ]);
    const ids = setting.upserts.flatMap(({ occurrences = [] }) => occurrences.map(({ id }) => id));
    expect(new Set(ids).size).toBe(3);
  });

  test('names a device that tells too many events, of which the first are stored', async () => {
    const setting = createSetting();
    const { id, key } = await setting.client();
    const bell = { entity: 'bell', thing: randomUUID(), fingerprint: 'stored', available: true };
    await testing.database.mapping.create({ data: { clientKey: key, ...bell } });
    setting.worker();
    const [connection] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    for (let n = 0; n < 400; n += 1) {
      connection!.emit({ events: [{ device: 'bell', name: 'rung', data: n }] });
    }
    await waitFor(async () => {
      const row = await testing.database.listener.findUnique({ where: { clientKey: key } });
      return row?.flooding.includes('bell');
    });
    await waitFor(() => setting.upserts.length > 0);
    const data = setting.upserts.flatMap(({ occurrences = [] }) =>
      occurrences.map((occurrence) => occurrence.data),
    );
    expect(data).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  test('is not listened to once it is removed', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    setting.worker();
    await waitFor(() => setting.listenersOf(id).length === 1);
    await testing.database.client.delete({ where: { id } });
    await waitFor(() => setting.listenersOf(id).length === 0);
  });
});

describe('clients of a developer with more than may be listened for', () => {
  test('hide those of no other, however long they have waited', async () => {
    // The leases of other tests may have ended by now, and would fill the list.
    await testing.database.listener.deleteMany();
    const setting = createSetting();
    const many = await setting.client();
    await setting.addSiblings(many.key, 20);
    const { id } = await setting.client();
    const leases = createLeases(testing.pool, {
      worker: randomUUID(),
      leaseMs: 1_000,
      absentAfterMs: 1_000,
    });
    // Times are rounded to milliseconds, so a lease may begin slightly later than it was stored.
    await eventually(async () => {
      const found = await leases.findVacant({ total: 10, perDeveloper: 5 });
      expect(found.map((client) => client.id)).toContain(id);
      expect(found.filter(({ developer }) => developer === many.developer)).toHaveLength(5);
    });
  });

  test('are left alone for a while, and listened for when there is room', async () => {
    const setting = createSetting({ perWorker: 1_000, perDeveloper: 2 });
    const { key, developer } = await setting.client();
    await setting.addSiblings(key, 4);
    setting.worker();
    const leased = async () => {
      const { rows } = await testing.pool.query<{ id: string; is_leased: boolean }>(
        `SELECT client.id, worker IS NOT NULL AS is_leased FROM listeners
        JOIN clients client ON key = client_key WHERE developer = $1 AND until > now()`,
        [developer],
      );
      const ids = rows.filter((row) => row.is_leased).map(({ id }) => id);
      return { ids, others: rows.length - ids.length };
    };
    const { ids } = await waitFor(async () => {
      const now = await leased();
      return now.ids.length === 2 && now.others === 3 && now;
    });
    await testing.database.client.deleteMany({ where: { id: { in: ids } } });
    await waitFor(async () => {
      const now = await leased();
      return now.ids.length === 2 && !now.ids.some((id) => ids.includes(id));
    });
  });
});

describe('a worker', () => {
  test('listens for as many clients as it may, and another one for the rest', async () => {
    const setting = createSetting({ perWorker: 3, perDeveloper: 1 });
    const clients = await Promise.all(Array.from({ length: 6 }, setting.client));
    setting.worker();
    const listened = () => clients.filter(({ id }) => setting.listenersOf(id).length > 0);
    await waitFor(() => listened().length === 3);
    setting.worker();
    await waitFor(() => listened().length === 6);
  });
});
