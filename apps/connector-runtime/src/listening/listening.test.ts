import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable, type Connector, type Emit } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { connectBroker, createHintSubscriber, type Broker } from '@trellis/messaging';
import { createMetrics } from '@trellis/platform';
import { createDatabase, waitFor } from '@trellis/testing';
import { createConnections } from '../limits/connections.js';
import { metricRows } from '../metrics.js';
import { keepListener } from '../polling/keep-listener.js';
import { clientReader } from '../polling/read.js';
import { createPollStore } from '../polling/store.js';
import { createOutbox } from '../outbox/outbox.js';
import { uncounted } from '../testing/activity.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { lamp } from '../testing/polled-client.js';
import { recordingQueue, recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { createLeases } from './leases.js';
import { startListener } from './listener.js';
import { startListening, type Listening } from './start.js';
import { createSteps } from './steps.js';

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

/** A technology that remembers who listens to it. */
function technology() {
  const open = new Map<string, { worker: string; emit: Emit; fail: (reason: Error) => void }[]>();
  const connectorOf = (worker: string): Connector => ({
    ...testConnector({ poll: async () => ({ devices: [lamp(false)] }) }),
    async listen(remote, emit) {
      const { clientId, signal } = remote;
      await new Promise<void>((resolve, reject) => {
        const mine = { worker, emit, fail: reject };
        open.set(clientId, [...(open.get(clientId) ?? []), mine]);
        const end = () =>
          open.set(
            clientId,
            open.get(clientId)!.filter((one) => one !== mine),
          );
        signal.addEventListener('abort', () => (end(), resolve()));
        emit({});
      });
    },
  });
  return {
    connectorOf,
    listenersOf: (client: string) => open.get(client) ?? [],
  };
}

const times = { leaseMs: 3_000, intervalMs: 200, absentAfterMs: 1_500 };

function createSetting(limits = { perWorker: 1_000, perDeveloper: 1_000 }) {
  const remote = technology();
  const session = sessionNeeds(testing, [remote.connectorOf('')]);
  let isFailing = false;
  const { units, upserts } = recordingUnits(() => {
    if (!isFailing) return;
    isFailing = false;
    throw new Problem('unavailable', 'It fails once.');
  });
  let isLosing = false;
  const losingUnits: typeof units = async (name, input) => {
    const answer = await units(name, input);
    if (!isLosing) return answer;
    isLosing = false;
    throw new Problem('timeout', 'Its answer is lost once.');
  };
  const polls = recordingScheduler<{ client: string }>();
  return {
    ...remote,
    upserts,
    loseAnswerOnce: () => void (isLosing = true),
    failOnce: () => void (isFailing = true),
    polls,
    async client() {
      const row = await insertClient(session, 'test');
      await keepListener(testing.pool, { row, listener: null }, true);
      return row;
    },
    /** A process that listens; `isStuck` cuts it off from the database. */
    worker({ isCutOff = () => false }: { isCutOff?: () => boolean } = {}) {
      const worker = randomUUID();
      const own = sessionNeeds(testing, [remote.connectorOf(worker)]);
      const needs = {
        ...own,
        sealing: session.sealing,
        configurations: session.configurations,
        readClient: clientReader({ pool: testing.pool, log: silentLog }),
        store: createPollStore({
          pool: testing.pool,
          units: losingUnits,
          activity: uncounted,
          outbox: createOutbox({
            sealing: session.sealing,
            deliveries: recordingQueue(),
            log: silentLog,
          }),
        }),
        connections: createConnections({
          perHost: 100,
          connectingPerHost: 10,
          connecting: 10,
          turnMs: { min: 0, max: 60_000 },
          maxConnectingMs: 60_000,
        }),
        inStep: createSteps(10),
        polls,
        metrics: createMetrics(metricRows, { ofProcess: false }),
        log: silentLog,
      };
      const leases = createLeases(testing.pool, { worker, ...times });
      const renew: typeof leases.renew = (keys) =>
        isCutOff() ? Promise.reject(new Error('away')) : leases.renew(keys);
      const report: typeof leases.report = () =>
        isCutOff() ? Promise.reject(new Error('away')) : leases.report();
      const listening = startListening({
        worker,
        leases: { ...leases, renew, report },
        limits,
        times,
        start: (client, events) => startListener(needs, { ...client, ...events }),
        broker,
        subscribe: createHintSubscriber(broker),
        log: silentLog,
      });
      running.push(listening);
      return { worker, listening };
    },
  };
}

type Setting = ReturnType<typeof createSetting>;

const listenedBy = (setting: Setting, client: string) =>
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

  test('has what is heard stored, the latest values of each device', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    setting.worker();
    const [heard] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    heard!.emit({ devices: [lamp(false)] });
    heard!.emit({ devices: [lamp(true)] });
    await waitFor(() => setting.upserts.length > 0);
    expect(setting.upserts).toMatchObject([
      { heard: true, things: [{ title: 'Lamp', values: { on: true } }], vanished: [] },
    ]);
    heard!.emit({ gone: ['lamp'] });
    await waitFor(() => setting.upserts.length > 1);
    expect(setting.upserts[1]).toMatchObject({ things: [], vanished: [expect.any(String)] });
    heard!.emit({ devices: [lamp(false)], all: ['lamp'] });
    await waitFor(() => setting.upserts.length > 2);
    expect(setting.upserts[2]).toMatchObject({ things: [{ title: 'Lamp' }], vanished: [] });
    heard!.emit({ all: [] });
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
    const [heard] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    for (let n = 0; n < 500; n += 1) heard!.emit({ devices: [lamp(n % 2 === 0)] });
    heard!.emit({ devices: [lamp(true)] });
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
    const [heard] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    heard!.emit({ devices: [lamp(false)] });
    await waitFor(
      async () => (await testing.database.mapping.count({ where: { clientKey: key } })) > 0,
    );
    setting.loseAnswerOnce();
    heard!.emit({ devices: [lamp(true)] });
    await waitFor(() => setting.upserts.length > 1);
    heard!.emit({ devices: [lamp(false)] });
    await waitFor(() => setting.upserts.length > 2);
    const stored = setting.upserts.map(({ things }) => things[0]!.values);
    expect(stored).toEqual([{ on: false }, { on: true }, { on: false }]);
  });

  test('has its events stored, each once and in their order, although the first attempt fails', async () => {
    const setting = createSetting();
    const { id } = await setting.client();
    setting.worker();
    const [heard] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    const pressed = (data: string) => ({ device: 'lamp', name: 'pressed', data });
    setting.failOnce();
    heard!.emit({ devices: [lamp(true)], events: [pressed('once'), pressed('once')] });
    await waitFor(() => setting.upserts.length > 0);
    heard!.emit({ events: [pressed('twice')] });
    await waitFor(() => setting.upserts.length > 1);
    const thing = setting.upserts[0]!.things[0]!.id;
    expect(setting.upserts).toMatchObject([
      {
        heard: true,
        occurrences: [
          { thing, name: 'pressed', data: 'once' },
          { thing, name: 'pressed', data: 'once' },
        ],
      },
      { heard: true, things: [], occurrences: [{ thing, name: 'pressed', data: 'twice' }] },
    ]);
    const ids = setting.upserts.flatMap(({ occurrences = [] }) => occurrences.map(({ id }) => id));
    expect(new Set(ids).size).toBe(3);
  });

  test('names a device that tells too many events, of which the first are stored', async () => {
    const setting = createSetting();
    const { id, key } = await setting.client();
    setting.worker();
    const [heard] = await waitFor(
      () => setting.listenersOf(id).length > 0 && setting.listenersOf(id),
    );
    for (let n = 0; n < 400; n += 1) {
      heard!.emit({ events: [{ device: 'bell', name: 'rung', data: n }] });
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
