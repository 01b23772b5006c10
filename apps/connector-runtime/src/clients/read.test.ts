import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Connector } from '@trellis/connector-sdk';
import { deferred } from '@trellis/contracts';
import {
  connectBroker,
  createScheduler,
  startScheduleWorker,
  type Scheduler,
} from '@trellis/messaging';
import { answerOne, answerBatch, testBroker, waitFor } from '@trellis/testing';
import type { Prisma } from '../generated/prisma/client.js';
import { thingId } from '../polling/reconcile.js';
import { pollSchedule } from '../queues.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { recordingQueue, recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { listClients } from './list.js';
import { readClient, readRooms } from './read.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Infinity };
const connector = testConnector({ poll: async () => ({ devices: [] }) });

/** A client whose row is as a test says. */
async function clientWith(
  data: Prisma.ClientUpdateInput = {},
  connectors = [connector],
  polls: Pick<Scheduler<{ client: string }>, 'readTimes'> = recordingScheduler<{
    client: string;
  }>(),
) {
  const removals = recordingQueue<{ client: string }>();
  const needs = {
    ...sessionNeeds(testing, connectors),
    polls: { ...recordingScheduler<{ client: string }>(), ...polls },
    removals,
  };
  const { id, developer } = await insertClient(needs, 'test');
  await testing.database.client.update({ where: { id }, data });
  const of = (subject?: string) => ({
    caller: { developer, ...(subject !== undefined && { subject }) },
    id,
  });
  return {
    id,
    read: (subject?: string) => answerOne(readClient, needs, of(subject)),
    readRooms: () => readRooms(needs, of(), context),
    list: async (subject: string) =>
      (await answerOne(listClients, needs, { ...of(subject), page: { limit: 10 } })).items,
  };
}

test('a client for which no process has had room for a minute says that it is only polled', async () => {
  const shown = async (listener: Prisma.ListenerCreateWithoutClientInput) => {
    const { read } = await clientWith({ listener: { create: listener } });
    const { connection, warnings } = await read();
    return [connection?.state, ...warnings.map(({ code }) => code)];
  };
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const worker = randomUUID();
  // Postponed; leased; never leased; and one whose worker was killed.
  const state = 'connected';
  expect(await shown({ since: ago(90), until: ago(-30) })).toEqual(['disconnected', 'only_polled']);
  expect(await shown({ worker, state, since: ago(90), until: ago(-10) })).toEqual(['connected']);
  expect(await shown({ since: ago(20), until: ago(20) })).toEqual(['disconnected']);
  expect(await shown({ worker, state, since: ago(90), until: ago(10) })).toEqual(['disconnected']);
  expect(await shown({ worker, state, since: ago(90), until: ago(70) })).toEqual([
    'disconnected',
    'only_polled',
  ]);
});

test('clients with many devices share batches as far as there is room', async () => {
  const needs = {
    ...sessionNeeds(testing, [connector]),
    polls: recordingScheduler<{ client: string }>(),
    removals: recordingQueue<{ client: string }>(),
  };
  const { id, developer } = await insertClient(needs, 'test');
  const entity = 'x'.repeat(1_000);
  await testing.pool.query(
    `INSERT INTO mappings (client_key, entity, thing, fingerprint, available)
    SELECT client.key, $2 || n, gen_random_uuid(), '', true
    FROM clients client, generate_series(1, 4000) n WHERE client.id = $1`,
    [id, entity],
  );
  const small = await insertClient(needs, 'test');
  const inputs = [
    ...Array.from({ length: 5 }, () => ({ caller: { developer }, id })),
    { caller: { developer: small.developer }, id: small.id },
  ];
  const batch = await readClient(
    needs,
    inputs.map((input) => ({ input, ...context })),
  );
  expect(batch.map((outcome) => outcome === deferred)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  const outcomes = await answerBatch(readClient, needs, inputs);
  const sizes = outcomes.map((outcome) => 'mappings' in outcome && outcome.mappings.length);
  expect(sizes).toEqual([4_000, 4_000, 4_000, 4_000, 4_000, 0]);
});

describe('a client', () => {
  test('shows its status; before its first poll it is STARTING', async () => {
    const { id, read } = await clientWith();
    expect(await read()).toMatchObject({
      id,
      connector: 99,
      subject: 'alice',
      mappings: [],
      status: 'STARTING',
      warnings: [],
      last_polled: null,
      next_poll: null,
    });
    expect((await read()).error).toBeUndefined();
    expect((await read()).authorization_ticket).toBeUndefined();
  });

  test.each([
    ['unavailable', 'retry'],
    ['authorization_required', 'fix-configuration'],
    ['misconfigured', 'fix-configuration'],
    ['another_device', 'fix-configuration'],
    ['connector_failed', undefined],
    ['set_aside', undefined],
  ])('whose last poll failed with %s says what can be done', async (code, remedy) => {
    const since = new Date();
    const { read } = await clientWith({
      status: 'ERROR',
      errorCode: code,
      errorDetail: 'It fails.',
      errorSince: since,
    });
    const { status, error } = await read();
    expect(status).toBe('ERROR');
    expect(error).toEqual({
      code,
      detail: 'It fails.',
      since: since.toISOString(),
      ...(remedy && { remedy }),
    });
  });

  test.each<[string, Partial<Connector>]>([
    ['authorizes it', { oauth2: {} as never }],
    [
      'presses a button',
      { connectSteps: [{ title: 'Press', description: 'Press it.', when: 'after' }] },
    ],
  ])('whose end user %s is granted access again by that', async (_how, more) => {
    const refused = {
      status: 'ERROR',
      errorCode: 'authorization_required',
      errorSince: new Date(),
    };
    const { read } = await clientWith(refused, [{ ...connector, ...more }]);
    expect((await read()).error?.remedy).toBe('reauthorize');
  });

  test('shows the warnings of its last poll', async () => {
    const warning = { code: 'unavailable', detail: 'It is away.', connector_thing_id: 'plug' };
    const { read } = await clientWith({ status: 'STARTED', warnings: JSON.stringify([warning]) });
    expect(await read()).toMatchObject({ status: 'STARTED', warnings: [warning] });
  });

  test('shows when it was polled and when it is polled next, as far as the queue knows', async () => {
    const broker = await connectBroker(await testBroker('PostgreSQL'));
    try {
      const polls = createScheduler(broker, pollSchedule);
      const { id, read } = await clientWith({}, [connector], polls);
      expect(await read()).toMatchObject({ last_polled: null, next_poll: null });
      await polls.start([{ id, data: { client: id }, delayMs: 60_000 }]);
      const due = (await polls.readTimes([id])).get(id)!.nextRun!.toISOString();
      expect(await read()).toMatchObject({ last_polled: null, next_poll: due });
      startScheduleWorker(broker, pollSchedule, {
        run: async () => ({ afterMs: 60_000 }),
        concurrency: 1,
        retryMs: 1_000,
        onFailure: () => undefined,
      });
      await polls.runNow(id);
      const polled = await waitFor(async () => {
        const client = await read();
        return client.next_poll !== null && client.last_polled !== null && client;
      });
      expect(Date.parse(polled.next_poll!)).toBeGreaterThan(Date.parse(polled.last_polled!));
    } finally {
      await broker.close();
    }
    const away = { readTimes: () => Promise.reject(new Error('The queue is away.')) };
    const { read } = await clientWith({}, [connector], away);
    expect(await read()).toMatchObject({ last_polled: null, next_poll: null });
  });

  test('that the end user has yet to authorize has a ticket for that', async () => {
    const { read } = await clientWith({}, [oauth2Connector]);
    expect(await read()).toMatchObject({ authorization_ticket: expect.any(String) });
  });

  test('is seen and listed for its subject alone', async () => {
    const { id, read, list } = await clientWith();
    expect(await list('alice')).toEqual([id]);
    expect(await list('bob')).toEqual([]);
    await expect(read('bob')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('has no neighbors that a malformed id could harm', async () => {
    const needs = {
      ...sessionNeeds(testing, [connector]),
      polls: recordingScheduler<{ client: string }>(),
      removals: recordingQueue<{ client: string }>(),
    };
    const { id, developer } = await insertClient(needs, 'test');
    const caller = { developer };
    expect(
      await answerBatch(readClient, needs, [
        { caller, id: 'no-id' },
        { caller, id },
      ]),
    ).toMatchObject([{ code: 'not_found' }, { id }]);
  });

  test('that is being removed says what is left, and why the last attempt has failed', async () => {
    const requested = new Date('2026-11-22T06:00:00.000Z');
    const failed = new Date('2026-11-22T06:01:00.000Z');
    const thing = randomUUID();
    const { read } = await clientWith({
      mappings: { create: { entity: 'a', thing, fingerprint: '', available: true } },
      removal: {
        create: { requested, attempts: 2, errorCode: 'timeout', errorDetail: 'Slow.', failed },
      },
    });
    expect((await read()).removal).toEqual({
      since: requested.toISOString(),
      things_left: 1,
      attempts: 2,
      last_error: { code: 'timeout', detail: 'Slow.', at: failed.toISOString() },
      next_attempt: null,
    });
    const removed = await clientWith({
      removal: { create: { requested, thingsRemoved: true } },
    });
    expect((await removed.read()).removal).toEqual({
      since: requested.toISOString(),
      things_left: 0,
      attempts: 0,
      next_attempt: null,
    });
  });

  test.each([
    [false, '2026-11-22T07:00:00.000Z'],
    [true, null],
  ])(
    'warns of many missing devices; whether only the developer decides: %p',
    async (waits, accepted_from) => {
      const since = new Date('2026-11-22T06:00:00.000Z');
      const { read } = await clientWith({
        missingDevices: { create: { since, found: 2, missing: 8, waits } },
      });
      expect((await read()).warnings).toEqual([
        {
          code: 'sweep_held',
          detail: expect.stringMatching(
            /^Of 10 devices, 8 have been missing since 2026-11-22T06:00:00.000Z/,
          ),
          sweep: { missing: 8, found: 2, since: since.toISOString(), accepted_from },
        },
      ]);
    },
  );

  test('shows its rooms with the things in them', async () => {
    const device = randomUUID();
    const hall = { id: 'hall', name: 'Hall', type: 'room' };
    const { id, readRooms } = await clientWith({
      rooms: JSON.stringify([{ ...hall, devices: [device] }]),
    });
    expect(await readRooms()).toEqual([{ ...hall, things: [thingId(id, device)] }]);
  });
});
