import { describe, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { oneStack } from './one-stack.js';

const stack = oneStack({
  environment: {
    UNITS_PER_DEVELOPER: '3',
    THINGS_PER_DEVELOPER: '4',
    PROPERTIES_PER_UNIT: '2',
    PROPERTY_BYTES_PER_UNIT: '100',
    INSTANCES_PER_DEVELOPER: '1',
    CLIENTS_PER_DEVELOPER: '2',
    CALLBACKS_PER_DEVELOPER: '1',
  },
});

const unit = { name: 'Kitchen', type: 'room' };

async function readLimits({ request }: Account) {
  const { status, body } = await request('GET', '/limits');
  expect(status).toBe(200);
  const { quotas } = body as { quotas: { name: string; limit: number; used?: number }[] };
  return Object.fromEntries(quotas.map(({ name, limit, used }) => [name, [used, limit]]));
}

const full = (name: string, limit: number) => ({
  status: 403,
  body: {
    type: expect.stringMatching(/#quota_exceeded$/),
    detail: expect.stringContaining(`\`${name}\` has no room: ${limit} of ${limit} `),
    quota: { name, limit, used: limit },
  },
});

describe('the limits', () => {
  test('show what an account uses of its quotas, and nothing of other accounts', async () => {
    const [one, other] = [newAccount(stack()), newAccount(stack())];
    await one.request('POST', '/units', { body: unit });
    await one.request('POST', '/units', { body: unit, subject: 'alice' });
    await one.request('POST', '/things', { body: { title: 'Lamp' } });
    await other.request('POST', '/units', { body: unit });
    expect(await readLimits(one)).toEqual({
      units: [2, 3],
      things: [1, 4],
      scenes: [0, 10_000],
      history_values: [0, 10_000_000],
      unit_properties: [undefined, 2],
      unit_bytes: [undefined, 100],
      connector_instances: [0, 1],
      connector_types: [0, 50],
      connector_clients: [0, 2],
      client_things: [undefined, 10_000],
      pending_interactions: [0, 10_000],
      client_pending_interactions: [undefined, 50],
      callbacks: [0, 1],
      subscriptions: [0, 100],
      alert_rules: [0, 100],
      agents: [0, 1_000_000],
      apps: [0, 100],
    });
    expect(await readLimits(other)).toMatchObject({ units: [1, 3], things: [0, 4] });
  });

  test('need a scope', async () => {
    const { request } = newAccount(stack(), { scopes: ['svc.things.read'] });
    expect(await request('GET', '/limits')).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching(/#insufficient_scope$/) },
    });
  });
});

describe('at a quota', () => {
  test('units are refused one by one, in batches and in imports, until some are deleted', async () => {
    const account = newAccount(stack());
    const { request } = account;
    const batch = () => request('POST', '/units/batch', { body: { items: [unit, unit] } });
    const statuses = async () =>
      (await batch()).body.results.map(({ status }: { status: number }) => status);
    expect(await statuses()).toEqual([201, 201]);
    expect((await statuses()).toSorted()).toEqual([201, 403]);
    expect(await request('POST', '/units', { body: unit })).toMatchObject(full('units', 3));

    const lines = ['a', 'b'].map((id) => JSON.stringify({ id, ...unit })).join('\n');
    const importLines = async () => {
      const answer = await fetch(`${stack().address}/api/v1/units/import`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.token}`,
          'content-type': 'application/x-ndjson',
        },
        body: lines,
      });
      const reports = (await answer.text()).trim().split('\n');
      return reports.map((report) => JSON.parse(report) as Record<string, unknown>);
    };
    expect(await importLines()).toMatchObject([
      { line: 1, problem: full('units', 3).body },
      { line: 2, problem: full('units', 3).body },
      { failed: 2 },
      { failed: 2, created: 0, complete: true },
    ]);

    const [first] = (await request('GET', '/units')).body as { href: string }[];
    await request('DELETE', first!.href);
    expect((await importLines()).at(-1)).toMatchObject({ created: 1, failed: 1, complete: true });
    expect((await readLimits(account)).units).toEqual([3, 3]);
  });

  test('properties of a unit are refused by number and by bytes', async () => {
    const { request } = newAccount(stack());
    const { body: created } = await request('POST', '/units', {
      body: { ...unit, properties: [{ name: 'a', value: 1 }] },
    });
    const path = `/units/${created.id}/properties`;
    const large = { name: 'a', value: 'x'.repeat(100) };
    expect(await request('PUT', path, { body: large })).toMatchObject({
      status: 403,
      body: { quota: { name: 'unit_bytes', limit: 100 }, errors: [{ pointer: '/value' }] },
    });
    const add = (name: string) => request('POST', path, { body: { name, value: 1 } });
    expect((await add('b')).status).toBe(201);
    expect(await add('c')).toMatchObject(full('unit_properties', 2));
    await request('DELETE', `${path}/a`);
    expect((await add('c')).status).toBe(201);
  });

  test('another instance is refused', async () => {
    const account = newAccount(stack());
    const { request } = account;
    const instance = (connector_type_id: string, configuration = {}) =>
      request('POST', '/connectors/instances', { body: { connector_type_id, configuration } });
    expect((await instance('wot')).status).toBe(201);
    expect(await instance('philips-hue')).toMatchObject(full('connector_instances', 1));
    expect((await instance('wot')).status).toBe(409);
  });

  test('clients hand on the things that fit and warn of the others, and harm no other', async () => {
    const account = newAccount(stack());
    const { request } = account;
    const type = { connector_type_id: 'simulator' };
    const configuration = { application_key: 'any text' };
    await request('POST', '/connectors/instances', { body: { ...type, configuration } });
    const connect = (subject: string, devices: number) =>
      request('POST', '/connectors/clients', {
        subject,
        body: { ...type, configuration: { devices, interval_ms: 1_000 } },
      });
    const read = async (id: string) => (await request('GET', `/connectors/clients/${id}`)).body;
    const { body: alice } = await connect('alice', 3);
    await waitFor(async () => (await read(alice.client_id)).mappings.length === 3);
    const { body: bob } = await connect('bob', 3);
    const warned = await waitFor(async () => {
      const client = await read(bob.client_id);
      return client.warnings.length === 2 && client;
    });
    expect(warned).toMatchObject({ status: 'STARTED', mappings: [{}] });
    expect(warned.mappings).toHaveLength(1);
    expect(warned.warnings[0]).toMatchObject({
      code: 'quota_exceeded',
      detail: expect.stringContaining('`things` has no room: 4 of 4 things'),
    });
    expect(await read(alice.client_id)).toMatchObject({ status: 'STARTED', warnings: [] });
    expect(await connect('carol', 1)).toMatchObject(full('connector_clients', 2));
    expect(await readLimits(account)).toMatchObject({
      things: [4, 4],
      connector_clients: [2, 2],
    });

    await request('DELETE', `/connectors/clients/${alice.client_id}`);
    await waitFor(async () => (await read(bob.client_id)).warnings.length === 0);
    expect((await read(bob.client_id)).mappings).toHaveLength(3);
    expect(await readLimits(account)).toMatchObject({
      things: [3, 4],
      connector_clients: [1, 2],
    });
  });
});
