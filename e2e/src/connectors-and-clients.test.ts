import { describe, expect, test } from '@jest/globals';
import { newAccount, request, waitFor, simulatorClient, simulatorInstance } from '@trellis/testing';
import pg from 'pg';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { oneStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = oneStack({ environment: { LOG_LEVEL: 'trace' } });
const at = (path: string) => `${stack().address}/api/v1${path}`;

describe('the descriptions', () => {
  test('are there for everybody, with samples that can be sent as they are', async () => {
    const { status, body } = await request(stack(), 'GET', '/connectors/descriptions');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThanOrEqual(2);
    const account = newAccount(stack());
    for (const description of body) {
      expect(description).toMatchObject({
        id: expect.any(Number),
        type_id: expect.any(String),
        name: expect.any(String),
        description: expect.any(String),
        sample_instance_configuration: { connector_type_id: description.type_id },
        sample_client_configuration: { connector_type_id: description.type_id },
      });
      const logo = await fetch(description.logo);
      expect(logo.headers.get('content-type')).toBe('image/svg+xml');
      if (!description.logo.startsWith('data:')) {
        expect(description.logo).toContain(`${stack().address}/connect/logos/`);
        expect(logo.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      }
      const one = await request(stack(), 'GET', `/connectors/descriptions/${description.id}`);
      expect(one.body).toEqual(description);
      const instance = description.sample_instance_configuration;
      const created = await account.request('POST', '/connectors/instances', { body: instance });
      expect(created.status).toBe(201);
      const client = description.sample_client_configuration;
      const connected = await account.request('POST', '/connectors/clients', {
        subject: 'alice',
        body: client,
      });
      // Of some the end user has to authorize the client first.
      expect([201, 303]).toContain(connected.status);
    }
    expect((await request(stack(), 'GET', '/connectors/descriptions/999')).status).toBe(404);
  });

  test.each(['type_id', 'id', 'href'])('are named by their %s', async (member) => {
    const description = (await request(stack(), 'GET', '/connectors/descriptions/simulator')).body;
    const href = at(`/connectors/descriptions/${description.id}`);
    const type = String({ ...description, href }[member]);
    const account = newAccount(stack());
    const create = (path: string, body: object, subject?: string) =>
      account.request('POST', path, {
        ...(subject !== undefined && { subject }),
        body: { ...body, connector_type_id: type },
      });
    const instance = await create('/connectors/instances', simulatorInstance);
    expect(instance.status).toBe(201);
    const again = await account.request('POST', '/connectors/instances', {
      body: simulatorInstance,
    });
    expect(again.status).toBe(409);
    const client = await create('/connectors/clients', simulatorClient(), 'alice');
    expect(client.status).toBe(201);
    const shown = await account.request('GET', client.headers.get('location')!);
    expect(shown.body.connector).toEqual({ href });
    const trial = await create('/connectors/try', {
      instance_configuration: simulatorInstance.configuration,
      client_configuration: simulatorClient().configuration,
    });
    expect(trial.body).toMatchObject({ status: 'STARTED', found: 2 });
  });
});

describe('a connector instance', () => {
  test('is created once per type, read, listed and deleted', async () => {
    const { request } = newAccount(stack());
    const create = () => request('POST', '/connectors/instances', { body: simulatorInstance });
    const created = await create();
    expect(created).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    const path = `/connectors/instances/${created.body.id}`;
    expect(await create()).toMatchObject({ status: 409, body: { existing: { href: at(path) } } });
    expect((await request('GET', path)).body).toEqual({
      id: created.body.id,
      clients: [],
      clients_per_subject: 1,
      connector: { href: at('/connectors/descriptions/1') },
    });
    expect((await request('GET', '/connectors/instances')).body).toEqual([{ href: at(path) }]);
    expect(await request('DELETE', path)).toMatchObject({ status: 204, body: undefined });
    expect((await request('GET', path)).status).toBe(404);
    expect((await request('DELETE', path)).status).toBe(404);
    expect((await create()).status).toBe(201);
  });

  test.each([
    [{}, '/connector_type_id'],
    [{ connector_type_id: 'simulator' }, '/configuration'],
    [{ connector_type_id: 5, configuration: {} }, '/connector_type_id'],
    [{ connector_type_id: 'no-such', configuration: {} }, '/connector_type_id'],
    [{ connector_type_id: 'simulator', configuration: [] }, '/configuration'],
    [{ connector_type_id: 'simulator', configuration: {} }, '/configuration/application_key'],
    [
      { connector_type_id: 'simulator', configuration: { application_key: '' } },
      '/configuration/application_key',
    ],
    [
      { connector_type_id: 'simulator', configuration: { application_key: 'a', typo: 1 } },
      '/configuration/typo',
    ],
  ])('is not created from %j', async (body, pointer) => {
    const answer = await newAccount(stack()).request('POST', '/connectors/instances', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual({ pointer, detail: expect.any(String) });
  });

  test('shows its configuration without secrets, in the version that a change may name', async () => {
    const { request } = newAccount(stack());
    const { body: descriptions } = await request('GET', '/connectors/descriptions');
    const { sample_instance_configuration: sample } = descriptions.find(
      ({ type_id }: { type_id: string }) => type_id === 'netatmo',
    );
    const { body: created } = await request('POST', '/connectors/instances', { body: sample });
    const path = `/connectors/instances/${created.id.replace('urn:uuid:', '')}`;
    const { client_secret, ...shown } = sample.configuration;
    const { body, headers } = await request('GET', `${path}/configuration`);
    expect(client_secret).toEqual(expect.any(String));
    expect(body.configuration).toMatchObject(shown);
    expect(body.configuration).not.toHaveProperty('client_secret');
    expect(body.secrets).toEqual(['/client_secret']);
    const change = (etag: string) =>
      request('PATCH', path, {
        body: { configuration: { client_id: 'another' } },
        headers: { 'if-match': etag },
      });
    expect((await change(headers.get('etag')!)).status).toBe(204);
    expect((await change(headers.get('etag')!)).status).toBe(412);
    const other = newAccount(stack());
    expect((await other.request('GET', `${path}/configuration`)).status).toBe(404);
  });

  test('of two that are created at once exactly one is made', async () => {
    const { request } = newAccount(stack());
    const answers = await Promise.all(
      [1, 2, 3].map(() => request('POST', '/connectors/instances', { body: simulatorInstance })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test('with clients is not deleted, and says what would have to go', async () => {
    const account = newAccount(stack());
    const client = await simulate(account);
    const { href } = (await client.read()).body.instance;
    expect(await account.request('DELETE', href)).toMatchObject({
      status: 409,
      body: { existing: { href: at(client.path) } },
    });
    expect((await account.request('GET', href)).body.clients).toEqual([{ href: at(client.path) }]);
    const preview = await account.request('DELETE', `${href}?dry_run=true`);
    expect(preview).toMatchObject({
      status: 200,
      body: { clients: [{ href: at(client.path) }], things: [{}, {}], links: [] },
    });
    await account.request('DELETE', client.path);
    expect((await account.request('DELETE', href)).status).toBe(204);
  });

  test('that is deleted while a client is created leaves no client behind', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { request } = newAccount(stack());
      const { body } = await request('POST', '/connectors/instances', { body: simulatorInstance });
      const [deleted, created] = await Promise.all([
        request('DELETE', `/connectors/instances/${body.id}`),
        request('POST', '/connectors/clients', { subject: 'alice', body: simulatorClient() }),
      ]);
      const outcome = [deleted.status, created.status];
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual(outcome);
      const { body: clients } = await request('GET', '/connectors/clients');
      expect(clients).toHaveLength(created.status === 201 ? 1 : 0);
    }
  });
});

describe('a connector client', () => {
  test('is created, started and listed', async () => {
    const account = newAccount(stack());
    await account.request('POST', '/connectors/instances', { body: simulatorInstance });
    const created = await account.request('POST', '/connectors/clients', {
      subject: 'alice',
      body: simulatorClient(),
    });
    expect(created).toMatchObject({ status: 201, body: { client_id: expect.any(String) } });
    const path = `/connectors/clients/${created.body.client_id}`;
    expect(created.headers.get('location')).toBe(at(path));
    const read = () => account.request('GET', path, { subject: 'alice' });
    expect(['STARTING', 'STARTED']).toContain((await read()).body.status);
    const started = await waitFor(async () => {
      const { body } = await read();
      return body.status === 'STARTED' && body;
    });
    expect(started).toMatchObject({
      id: created.body.client_id,
      instance: { href: expect.stringContaining('/connectors/instances/') },
      connector: { href: at('/connectors/descriptions/1') },
      mappings: [
        { connector_thing_id: 'station-1', thing_id: expect.any(String) },
        { connector_thing_id: 'lamp-1', thing_id: expect.any(String) },
      ],
    });
    for (const subject of ['alice', undefined]) {
      const { body } = await account.request('GET', '/connectors/clients', { subject });
      expect(body).toEqual([{ href: at(path) }]);
    }
    const thing = `/things/${started.mappings[0].thing_id}`;
    expect((await account.request('DELETE', thing)).body.existing).toEqual({ href: at(path) });
    expect((await account.request('GET', thing)).status).toBe(200);
  });

  test('needs the header, a type, a valid configuration, and an instance', async () => {
    const { request } = newAccount(stack());
    const create = (body: unknown, subject?: string) =>
      request('POST', '/connectors/clients', { subject, body });
    const none = await create(simulatorClient(), 'alice');
    expect(none).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('instance') },
    });
    await request('POST', '/connectors/instances', { body: simulatorInstance });
    const header = { errors: [{ pointer: '/headers/X-External-Subject-Id' }] };
    expect(await create(simulatorClient())).toMatchObject({ status: 400, body: header });
    expect(await create(simulatorClient(), '')).toMatchObject({ status: 400, body: header });
    const unknown = { connector_type_id: 'no-such', configuration: {} };
    expect((await create(unknown, 'alice')).status).toBe(400);
    for (const [devices, interval, pointer] of [
      [0, 1000, '/configuration/devices'],
      [1001, 1000, '/configuration/devices'],
      [1, 999, '/configuration/interval_ms'],
    ] as const) {
      expect(await create(simulatorClient(devices, interval), 'alice')).toMatchObject({
        status: 400,
        body: { errors: [{ pointer }], remedy: 'fix-configuration' },
      });
    }
    expect((await create(simulatorClient(1000, 1000), 'alice')).status).toBe(201);
    expect((await create(simulatorClient(1, 1000), 'bob')).status).toBe(201);
  });

  test('is there once for a subject and a type, also when two are created at once', async () => {
    const { request } = newAccount(stack());
    await request('POST', '/connectors/instances', { body: simulatorInstance });
    const create = () =>
      request('POST', '/connectors/clients', { subject: 'alice', body: simulatorClient() });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { client_id } = answers.find(({ status }) => status === 201)!.body;
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.existing).toEqual({ href: at(`/connectors/clients/${client_id}`) });
    }
  });

  test('whose technology is away is ERROR, and says what to do', async () => {
    const { request } = newAccount(stack());
    const connector_type_id = 'mqtt-discovery';
    await request('POST', '/connectors/instances', {
      body: { connector_type_id, configuration: {} },
    });
    const created = await request('POST', '/connectors/clients', {
      subject: 'alice',
      body: {
        connector_type_id,
        configuration: {
          broker_url: 'mqtt://127.0.0.1:1',
          username: 'u',
          password: 'hunter2-mqtt',
        },
      },
    });
    expect(created.status).toBe(201);
    const path = `/connectors/clients/${created.body.client_id}`;
    const failed = await waitFor(async () => {
      const { body } = await request('GET', path);
      return body.status === 'ERROR' && body;
    });
    expect(failed.error).toMatchObject({
      code: 'unavailable',
      detail: expect.any(String),
      since: expect.any(String),
      remedy: 'retry',
    });
    expect((await request('DELETE', path)).status).toBe(204);
  });
});

test('the callback address is told to any token', async () => {
  const account = newAccount(stack(), { scopes: [] });
  expect(await account.request('GET', '/connectors/callbackurl')).toMatchObject({
    status: 200,
    body: { href: expect.stringContaining(stack().address) },
  });
});

test('an action of a thing is done by its connector', async () => {
  const account = newAccount(stack());
  const client = await simulate(account);
  const thing = await client.station();
  const invoke = (name: string, body?: unknown) =>
    account.request('POST', `${thing}/actions/${name}`, { body });
  expect(await invoke('identify', { seconds: 1 })).toMatchObject({
    status: 200,
    body: { blinking_until: expect.any(String) },
  });
  expect((await invoke('identify')).status).toBe(200);
  expect((await invoke('explode')).status).toBe(404);

  const { body } = await account.request('GET', '/connectors/callbackurl');
  const routed = await account.request('POST', body.href, {
    body: { thing_id: thing.split('/').at(-1), action: 'identify', input: { seconds: 1 } },
  });
  expect(routed).toMatchObject({ status: 200, body: { blinking_until: expect.any(String) } });
});

test('no secret is shown: in an answer, in the log, in the queues or in the database', async () => {
  const account = newAccount(stack());
  const secret = 'the-key-that-nobody-may-see';
  const configuration = { application_key: secret };
  const instance = { connector_type_id: 'simulator', configuration };
  const answers = [await account.request('POST', '/connectors/instances', { body: instance })];
  answers.push(await account.request('POST', '/connectors/instances', { body: instance }));
  const bad = { ...instance, configuration: { ...configuration, [secret.length]: secret } };
  answers.push(await account.request('POST', '/connectors/instances', { body: bad }));
  const id = answers[0]!.body.id;
  answers.push(await account.request('GET', `/connectors/instances/${id}`));
  expect(JSON.stringify(answers)).not.toContain(secret);
  expect(stack().output()).not.toContain(secret);
  const file = readFileSync(join(stack().dataDirectory, 'services.env'), 'utf8');
  const { DATABASE_URL } = parseEnv(file) as { DATABASE_URL?: string };
  const database = new pg.Client(DATABASE_URL);
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const { rows } = await database.query(`SELECT row::text FROM ${name} AS row`);
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain('hunter2-mqtt');
    }
  } finally {
    await database.end();
  }
});
