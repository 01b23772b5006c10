import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maxCountedThings } from '@trellis/contracts';
import { answerOne, answerBatch } from '@trellis/testing';
import type { Prisma } from '../generated/prisma/client.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { showClients } from './show.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const plain = { ...testConnector({ poll: async () => ({ devices: [] }) }), typeId: 'plain', id: 1 };

/** An account without clients. */
function account() {
  const developer = randomUUID();
  const needs = {
    ...sessionNeeds(testing, [plain, oauth2Connector]),
    polls: recordingScheduler<{ client: string }>(),
  };
  const { client } = testing.database;
  return {
    developer,
    needs,
    async add(data: Prisma.ClientUpdateInput = {}, type = 'plain') {
      const { id } = await insertClient(needs, type);
      await client.update({ where: { id }, data: { developer, ...data } });
      return id;
    },
    show: (ids: string[], subject?: string) =>
      answerOne(showClients, needs, {
        caller: { developer, ...(subject !== undefined && { subject }) },
        ids,
      }),
  };
}

const addThings = (id: string, count: number, { silent = false } = {}) =>
  testing.pool.query(
    `INSERT INTO mappings (client_key, entity, thing, fingerprint, available, has_values)
    SELECT client.key, n, gen_random_uuid(), '', true, $3
    FROM clients client, generate_series(1, $2) n WHERE client.id = $1`,
    [id, count, !silent],
  );

test('clients are shown in the order of their ids, with their status and how many things they have', async () => {
  const { add, show } = account();
  const since = new Date();
  const works = await add({ status: 'STARTED', name: 'home' });
  await addThings(works, 3);
  const fails = await add({
    status: 'ERROR',
    errorCode: 'unavailable',
    errorDetail: 'It is away.',
    errorSince: since,
    warnings: JSON.stringify([{ code: 'quota_exceeded', detail: 'No room.' }]),
  });
  await addThings(fails, 2, { silent: true });
  const { clients, covered } = await show([fails, randomUUID(), works]);
  const shared = { connector: 1, subject: 'alice', awaits_authorization: false };
  const times = { last_polled: null, next_poll: null };
  expect({ clients, covered }).toEqual({
    clients: [
      {
        id: fails,
        instance: expect.any(String),
        status: 'ERROR',
        ...shared,
        ...times,
        error: {
          code: 'unavailable',
          detail: 'It is away.',
          since: since.toISOString(),
          remedy: 'retry',
        },
        // One of the poll, and that nothing is known of some devices.
        warnings: 2,
        things: 2,
      },
      {
        id: works,
        instance: expect.any(String),
        status: 'STARTED',
        ...shared,
        ...times,
        name: 'home',
        warnings: 0,
        things: 3,
      },
    ],
    covered: 3,
  });
});

test('a client says whether it is paused, waits for its authorization, or is being removed', async () => {
  const { add, show } = account();
  const paused = await add({ pausedSince: new Date(), pauseReason: 'Unpaid.' });
  const waits = await add({}, 'test');
  const going = await add({
    removal: {
      create: { attempts: 2, errorCode: 'timeout', errorDetail: 'No answer.', failed: new Date() },
    },
  });
  const { clients } = await show([paused, waits, going]);
  expect(clients).toMatchObject([
    { paused: { reason: 'Unpaid.' }, awaits_authorization: false },
    { awaits_authorization: true },
    { removal: { attempts: 2, last_error: { code: 'timeout', detail: 'No answer.' } } },
  ]);
});

test('clients of other developers and subjects are not shown, also when they share a batch', async () => {
  const [one, other] = [account(), account()];
  const ids = [await one.add(), await other.add(), await one.add({ subject: 'bob' })];
  const shown = (
    await answerBatch(showClients, one.needs, [
      { caller: { developer: one.developer }, ids },
      { caller: { developer: other.developer }, ids },
      { caller: { developer: one.developer, subject: 'bob' }, ids },
    ])
  ).map((answer) => 'clients' in answer && answer.clients.map(({ id }) => id));
  expect(shown).toEqual([[ids[0], ids[2]], [ids[1]], [ids[2]]]);
});

test('no more things are counted than is said', async () => {
  const { add, show } = account();
  const id = await add();
  await addThings(id, maxCountedThings + 1);
  expect((await show([id])).clients).toMatchObject([{ things: maxCountedThings }]);
});

test('clients for which an answer has no room are left to the next page', async () => {
  const { add, show } = account();
  const errorDetail = 'x'.repeat(3 * 1024 * 1024);
  const data = { status: 'ERROR', errorCode: 'unavailable', errorSince: new Date(), errorDetail };
  const ids = [await add(data), await add(data)];
  const { clients, covered } = await show(ids);
  expect({ ids: clients.map(({ id }) => id), covered }).toEqual({
    ids: ids.slice(0, 1),
    covered: 1,
  });
});
