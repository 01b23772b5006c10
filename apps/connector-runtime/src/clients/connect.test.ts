import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectors } from '@trellis/connectors';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { sessionNeeds } from '../testing/session.js';
import { putBranding, readBranding } from '../accounts/branding.js';
import { openTicket, authorizeAgain } from './authorization/begin.js';
import { readOverview } from './connect-overview.js';

const context = { expiresAt: Infinity };

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const form = testConnector({ poll: async () => ({ devices: [] }) });

test('a branding is of one account, and is replaced as a whole', async () => {
  const caller = { developer: randomUUID() };
  const put = (branding: { name: string; color?: string }) =>
    putBranding(testing, { caller, branding }, context);
  const read = (developer = caller.developer) =>
    readBranding(testing, { caller: { developer } }, context);
  expect(await read()).toEqual({});
  await put({ name: 'Acme Home', color: '#1f6feb' });
  expect(await read()).toEqual({ branding: { name: 'Acme Home', color: '#1f6feb' } });
  expect(await read(randomUUID())).toEqual({});
  await put({ name: 'Acme' });
  expect(await read()).toEqual({ branding: { name: 'Acme' } });
});

test('an overview has the instances of the account, and the clients of the subject', async () => {
  const needs = sessionNeeds(testing, [oauth2Connector]);
  const client = await insertClient(needs, 'test');
  const { developer, subject } = client;
  const overviewOf = (who: { developer: string; subject: string }) =>
    readOverview(needs, { caller: who }, context);
  const instances = [{ id: client.instance.id, connector_type_id: 'test', clients_per_subject: 1 }];
  const listed = { id: client.id, connector_type_id: 'test', status: 'STARTING', paused: false };
  const withoutAgents = { local: [], agents: [], found: [] };
  expect(await overviewOf({ developer, subject })).toEqual({
    ...withoutAgents,
    instances,
    clients: [{ ...listed, needs_authorization: true }],
  });
  expect(await overviewOf({ developer, subject: 'bob' })).toEqual({
    ...withoutAgents,
    instances,
    clients: [],
  });
  expect(await overviewOf({ developer: randomUUID(), subject })).toEqual({
    ...withoutAgents,
    instances: [],
    clients: [],
  });

  await needs.database.client.update({
    where: { id: client.id },
    data: { tokens: 'sealed', status: 'ERROR', errorCode: 'unavailable', errorDetail: 'Away.' },
  });
  expect((await overviewOf({ developer, subject })).clients).toEqual([
    { ...listed, status: 'ERROR', error: { code: 'unavailable' }, needs_authorization: false },
  ]);
  await needs.database.client.update({
    where: { id: client.id },
    data: { pausedSince: new Date() },
  });
  expect((await overviewOf({ developer, subject })).clients).toMatchObject([{ paused: true }]);
  await needs.database.removal.create({ data: { clientKey: client.key } });
  expect((await overviewOf({ developer, subject })).clients).toEqual([]);
});

test('an overview has the schema of a client where the instance says more about it', async () => {
  const described = { type: 'object', properties: { parameters: { title: 'Of the instance' } } };
  const connector = { ...form, describeClient: () => described };
  const needs = sessionNeeds(testing, [connector]);
  const { developer, subject } = await insertClient(needs, connector.typeId);
  const { instances } = await readOverview(needs, { caller: { developer, subject } }, context);
  expect(instances).toMatchObject([{ client_configuration_schema: described }]);
});

test.each([
  ['http://{host}', {}, ['x-shelly']],
  ['http://{host}', { 'X-Api-Key': 'of the developer' }, []],
  ['https://api.example', {}, []],
])('%s with %j is in homes: %j', async (base_url, headers, local) => {
  const needs = sessionNeeds(testing, connectors);
  const configuration = {
    base_url,
    parameters: { host: { type: 'host' } },
    requests: { all: { path: '/', headers } },
    devices: [{ request: 'all', id: '$.id', title: '$.id' }],
  };
  const { developer, subject } = await insertClient(needs, 'x-shelly', { instance: configuration });
  const overview = await readOverview(needs, { caller: { developer, subject } }, context);
  expect(overview.local).toEqual(local);
});

test('a client is authorized again by its own subject, and leads back to the page', async () => {
  const needs = sessionNeeds(testing, [oauth2Connector]);
  const { id, developer, subject } = await insertClient(needs, 'test');
  const return_to = 'https://trellis.example/connect/';
  const begin = (caller: { developer: string; subject: string }) =>
    authorizeAgain(needs, { caller, id, return_to }, context);
  const { ticket } = await begin({ developer, subject });
  expect(openTicket(needs, ticket)).toMatchObject({ client: id, returnTo: return_to });
  for (const other of [
    { developer, subject: 'bob' },
    { developer: 'another', subject },
  ]) {
    await expect(begin(other)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('a client that needs no authorization has none', async () => {
  const needs = sessionNeeds(testing, [form]);
  const { id, developer, subject } = await insertClient(needs, 'test');
  const begun = authorizeAgain(
    needs,
    { caller: { developer, subject }, id, return_to: 'https://trellis.example/connect/' },
    context,
  );
  await expect(begun).rejects.toMatchObject({ code: 'invalid_request' });
});
