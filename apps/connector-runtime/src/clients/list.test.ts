import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ClientStatus, Page } from '@trellis/contracts';
import { answerOne, answerBatch } from '@trellis/testing';
import type { Prisma } from '../generated/prisma/client.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { sessionNeeds } from '../testing/session.js';
import { listClients } from './list.js';
import { listClientPages } from './list.sql.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

interface Conditions {
  page?: Page;
  status?: ClientStatus;
  paused?: boolean;
  attention?: boolean;
  attributes?: Record<string, string>;
  via?: string;
}

const plain = { ...testConnector({ poll: async () => ({ devices: [] }) }), typeId: 'plain', id: 1 };

/** An account without clients. */
function account() {
  const developer = randomUUID();
  const { database } = testing;
  const needs = sessionNeeds(testing, [plain, oauth2Connector]);
  return {
    /** Adds a client as a test says, of a connector without authorization. */
    async add(data: Prisma.ClientUpdateInput = {}, type = 'plain') {
      const { id } = await insertClient(needs, type);
      await database.client.update({ where: { id }, data: { developer, ...data } });
      return id;
    },
    async list({ caller, ...conditions }: Conditions & { caller?: { subject: string } } = {}) {
      const page = { limit: 100 };
      const input = { caller: { developer, ...caller }, page, ...conditions };
      return (await answerOne(listClients, needs, input)).items;
    },
    listAll: (all: Conditions[]) =>
      answerBatch(
        listClients,
        needs,
        all.map((conditions) => ({ caller: { developer }, page: { limit: 100 }, ...conditions })),
      ),
  };
}

const failing = { status: 'ERROR', errorCode: 'unavailable' };

test('clients are listed by the agent that they use', async () => {
  const { add, list } = account();
  const [via, other] = [randomUUID(), randomUUID()];
  await add();
  const works = await add({ via, status: 'STARTED' });
  const fails = await add({ via, ...failing });
  await add({ via: other });
  expect(await list({ via })).toEqual([works, fails]);
  expect(await list({ via, status: 'ERROR' })).toEqual([fails]);
  expect(await account().list({ via })).toEqual([]);
});

test('clients are listed by status, and by whether they are paused as well', async () => {
  const { add, list } = account();
  const starting = await add();
  const works = await add({ status: 'STARTED' });
  const fails = await add(failing);
  const rests = await add({ ...failing, pausedSince: new Date() });
  expect(await list()).toEqual([starting, works, fails, rests]);
  expect(await list({ status: 'STARTING' })).toEqual([starting]);
  expect(await list({ status: 'STARTED' })).toEqual([works]);
  expect(await list({ status: 'ERROR' })).toEqual([fails, rests]);
  expect(await list({ status: 'ERROR', paused: false })).toEqual([fails]);
  expect(await list({ status: 'ERROR', attention: false })).toEqual([rests]);
});

test('clients are listed by attributes, together with other conditions', async () => {
  const { add, list } = account();
  await add();
  const basic = await add({ attributes: { plan: 'basic', no: '1' } });
  const fails = await add({ ...failing, attributes: { plan: 'basic' }, subject: 'bob' });
  await account().add({ attributes: { plan: 'basic' } });
  const attributes = { plan: 'basic' };
  expect(await list({ attributes })).toEqual([basic, fails]);
  expect(await list({ attributes, page: { limit: 1 } })).toEqual([basic]);
  expect(await list({ attributes, status: 'ERROR' })).toEqual([fails]);
  expect(await list({ attributes: { no: '1', plan: 'basic' } })).toEqual([basic]);
  expect(await list({ attributes: { no: '2' } })).toEqual([]);
  expect(await list({ attributes, caller: { subject: 'bob' } })).toEqual([fails]);
});

test.each<[string, Prisma.ClientUpdateInput, string]>([
  ['fails', failing, 'plain'],
  ['works with warnings', { status: 'STARTED', warnings: '[]' }, 'plain'],
  ['waits for its authorization', {}, 'test'],
])('a client that %s needs attention, unless it is paused', async (_, data, type) => {
  const { add, list } = account();
  const id = await add(data, type);
  const rests = await add({ ...data, pausedSince: new Date() }, type);
  expect(await list({ attention: true })).toEqual([id]);
  expect(await list({ attention: false })).toEqual([rests]);
});

test.each<[string, Prisma.ClientUpdateInput, string]>([
  ['starts', {}, 'plain'],
  ['works', { status: 'STARTED' }, 'plain'],
  ['was authorized and starts', { tokens: 'sealed' }, 'test'],
])('a client that %s needs none', async (_, data, type) => {
  const { add, list } = account();
  const id = await add(data, type);
  expect(await list({ attention: true })).toEqual([]);
  expect(await list({ attention: false })).toEqual([id]);
});

test('a client needs attention as long as a sweep of it is held', async () => {
  const { add, list } = account();
  const { client } = testing.database;
  const id = await add({ status: 'STARTED' });
  const since = new Date();
  await client.update({
    where: { id },
    data: { missingDevices: { create: { since, found: 1, missing: 8 } } },
  });
  expect(await list({ attention: true })).toEqual([id]);
  await client.update({ where: { id }, data: { missingDevices: { delete: true } } });
  expect(await list({ attention: true })).toEqual([]);
});

test('a client needs attention when its removal has failed, also one that is paused', async () => {
  const { add, list } = account();
  const { client } = testing.database;
  const id = await add({ pausedSince: new Date(), removal: { create: {} } });
  expect(await list({ attention: true })).toEqual([]);
  const errorCode = 'timeout';
  await client.update({ where: { id }, data: { removal: { update: { errorCode } } } });
  expect(await list({ attention: true })).toEqual([id]);
  await client.delete({ where: { id } });
  expect(await list({ attention: true })).toEqual([]);
});

test('lists with different conditions share a batch, and each goes on by its cursor', async () => {
  const { add, list, listAll } = account();
  const ids = [await add(failing), await add({ status: 'STARTED' }), await add(failing)];
  const answers = await listAll([{}, { attention: true }, { status: 'STARTED' }]);
  expect(answers).toMatchObject([{ items: ids }, { items: [ids[0], ids[2]] }, { items: [ids[1]] }]);
  const { next } = (await listAll([{ attention: true, page: { limit: 1 } }]))[0] as {
    next: string;
  };
  expect(await list({ attention: true, page: { limit: 1, cursor: next } })).toEqual([ids[2]]);
});

test('is read by the index that fits when the account is large', async () => {
  const { pool } = testing;
  await pool.query(`
    INSERT INTO instances (key, id, developer, connector_type, configuration)
      VALUES (-1, gen_random_uuid(), 'large', 'plain', '');
    INSERT INTO clients (id, developer, subject, connector_type, instance_key, configuration, status)
      SELECT gen_random_uuid(), 'large', 'subject ' || n, 'plain', -1, '',
        CASE WHEN n % 1000 = 0 THEN 'ERROR' ELSE 'STARTED' END
      FROM generate_series(1, 20000) n;
    ANALYZE clients`);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (GENERIC_PLAN) ${listClientPages.text}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const indexes = [...plan.matchAll(/Scan using (\S+) on clients/g)].map(([, name]) => name);
  expect(indexes).toEqual([
    'clients_developer_subject_key_idx',
    'clients_attention_idx',
    'clients_developer_status_key_idx',
    // Most clients have this status.
    expect.any(String),
    'clients_developer_status_key_idx',
    'clients_developer_key_idx',
    'clients_via_idx',
  ]);
});
