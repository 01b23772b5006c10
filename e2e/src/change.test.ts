import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newAccount, waitFor, simulatorClient } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();
const at = (path: string) => `${stack().address}/api/v1${path}`;

const preferred = { prefer: 'return=representation' };

const etagOf = (answer: { headers: Headers }) => answer.headers.get('etag')!;

test('a unit is changed, and who has read it before is told', async () => {
  const { request } = newAccount(stack());
  const created = await request('POST', '/units', { body: { name: 'Kitchen', type: 'room' } });
  const path = `/units/${created.body.id}`;
  const read = (etag: string) => request('GET', path, { headers: { 'if-none-match': etag } });
  const etag = etagOf(await request('GET', path));
  expect(await read(etag)).toMatchObject({ status: 304, body: undefined });

  const patch = (body: unknown, headers = {}) => request('PATCH', path, { body, headers });
  const properties = [{ name: 'floor', value: { '@id': 'urn:floor:1' } }];
  const changed = await patch({ name: 'Larder', properties }, { 'if-match': etag, ...preferred });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Larder', type: 'room', properties },
  });
  expect(await read(etag)).toMatchObject({ status: 200, body: changed.body });
  expect((await read(etagOf(changed))).status).toBe(304);
  expect((await patch({ name: 'Attic' }, { 'if-match': `"x", ${etag}` })).status).toBe(412);
  expect((await patch({ name: 'Attic' }, { 'if-match': `W/${etagOf(changed)}` })).status).toBe(412);
  expect((await patch({ name: 'Attic' }, { 'if-match': '*' })).status).toBe(204);
  expect((await patch({ properties: null })).status).toBe(204);
  expect((await request('GET', path)).body).toMatchObject({ name: 'Attic', properties: [] });

  // What a subject has added changes the answer, but nothing that a patch would overwrite.
  const before = etagOf(await request('GET', path));
  await request('POST', `${path}/subjects`, { body: { id: 'bob' } });
  expect((await read(before)).status).toBe(200);
  expect((await patch({ type: 'store' }, { 'if-match': before })).status).toBe(204);

  const refused = async (body: unknown) => (await patch(body)).body.errors[0].pointer;
  expect(await refused({ name: null })).toBe('/name');
  expect(await refused({ owner: 'bob' })).toContain('owner');
  expect(await refused({ properties: [{ name: 'a', value: { '@id': 5 } }] })).toBe(
    '/properties/0/value',
  );
});

describe('a thing', () => {
  test('of a connector has a title of its own, through later polls, until it is null', async () => {
    const account = newAccount(stack());
    const client = await simulate(account);
    const href = await client.station();
    const { request } = account;
    const title = async () => (await request('GET', href)).body.title;
    const found = await title();
    const patch = (body: unknown, headers = {}) => request('PATCH', href, { body, headers });
    const changed = await patch({ title: 'On the roof' }, preferred);
    expect(changed).toMatchObject({ status: 200, body: { title: 'On the roof' } });
    const { last_polled: polled } = (await client.read()).body;
    await waitFor(async () => (await client.read()).body.last_polled > polled, { what: 'a poll' });
    expect(await title()).toBe('On the roof');
    expect(await patch({ description: 'A' })).toMatchObject({
      status: 409,
      body: { existing: { href: at(client.path) }, errors: [{ pointer: '/description' }] },
    });
    expect((await patch({ title: null })).status).toBe(204);
    expect(await title()).toBe(found);
  });

  test('of an app is changed as a whole', async () => {
    const { request } = newAccount(stack());
    const created = await request('POST', '/things', {
      body: { title: 'Lamp', properties: { on: { type: 'boolean', value: true } } },
    });
    const path = `/things/${created.body.id.replace('urn:uuid:', '')}`;
    const etag = etagOf(await request('GET', path));
    const read = await request('GET', path, { headers: { 'if-none-match': etag } });
    expect(read.status).toBe(304);
    const patch = (body: unknown, headers = {}) => request('PATCH', path, { body, headers });
    const body = {
      title: 'Reading lamp',
      '@type': 'Light',
      properties: { on: { title: 'Whether it is lit' }, dim: { type: 'integer' } },
    };
    const changed = await patch(body, { 'if-match': etag, ...preferred });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        title: 'Reading lamp',
        '@type': ['Light'],
        properties: { on: { type: 'boolean', title: 'Whether it is lit', value: true }, dim: {} },
      },
    });
    expect((await patch({ title: 'A' }, { 'if-match': etag })).status).toBe(412);
    expect(await patch({ properties: { on: { value: false } } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/properties/on/value' }] },
    });
    expect((await patch({ '@type': null, properties: { on: null } })).status).toBe(204);
    const { body: left } = await request('GET', path);
    expect(Object.keys(left.properties)).toEqual(['dim']);
    expect(left['@type']).toBeUndefined();
  });
});

test('a value is written only over the one that was read, and shown to those who prefer that', async () => {
  const { request } = newAccount(stack());
  const created = await request('POST', '/things', {
    body: { title: 'Lamp', properties: { level: { type: 'integer', value: 1 }, dim: {} } },
  });
  const path = `/things/${created.body.id.replace('urn:uuid:', '')}/properties`;
  const put = (name: string, body: number, headers: Record<string, string>) =>
    request('PUT', `${path}/${name}`, { body, headers });
  const etag = etagOf(await request('GET', `${path}/level`));
  const races = await Promise.all(
    [2, 3, 4].map((value) => put('level', value, { 'if-match': etag })),
  );
  expect(races.map(({ status }) => status).sort()).toEqual([204, 412, 412]);
  expect((await put('dim', 1, { 'if-match': etag })).status).toBe(412);
  expect((await put('level', 1, { 'if-none-match': '*' })).status).toBe(412);
  expect((await put('dim', 1, { 'if-none-match': '*' })).status).toBe(204);
  const written = await put('level', 5, preferred);
  expect(written).toMatchObject({ status: 200, body: 5 });
  expect(written.headers.get('preference-applied')).toBe('return=representation');
  const read = await request('GET', `${path}/level`, {
    headers: { 'if-none-match': etagOf(written) },
  });
  expect(read.status).toBe(304);
});

test('a list has a version', async () => {
  const { request } = newAccount(stack());
  const etag = etagOf(await request('GET', '/units'));
  const again = () => request('GET', '/units', { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  await request('POST', '/units', { body: { name: 'Kitchen', type: 'room' } });
  expect((await again()).status).toBe(200);
});

test('a child is added only to the list that was read', async () => {
  const { request } = newAccount(stack());
  const ids = await Promise.all(
    ['House', 'Hall', 'Attic'].map(
      async (name) => (await request('POST', '/units', { body: { name, type: 'a' } })).body.id,
    ),
  );
  const path = `/units/${ids[0]}/children`;
  const headers = { 'if-match': etagOf(await request('GET', path)) };
  const add = (id: string) => request('POST', path, { body: { id }, headers });
  expect([(await add(ids[1])).status, (await add(ids[2])).status]).toEqual([201, 412]);
  headers['if-match'] = etagOf(await request('GET', path));
  expect((await add(ids[2])).status).toBe(201);
});

test('what has changed since it was read is not deleted', async () => {
  const { request } = newAccount(stack());
  const created = await request('POST', '/units', { body: { name: 'Kitchen', type: 'room' } });
  const path = `/units/${created.body.id}`;
  const etag = etagOf(await request('GET', path));
  await request('PATCH', path, { body: { name: 'Larder' } });
  const remove = (etag: string) => request('DELETE', path, { headers: { 'if-match': etag } });
  expect(await remove(etag)).toMatchObject({ status: 412 });
  expect(await remove(etagOf(await request('GET', path)))).toMatchObject({ status: 204 });
});

describe('a resource under a name that the caller chooses', () => {
  test('is created or replaced; a property of a unit only in the version that is expected', async () => {
    const { request } = newAccount(stack());
    const unit = await request('POST', '/units', { body: { name: 'Kitchen', type: 'room' } });
    const path = `/units/${unit.body.id}/properties/floor`;
    const put = (value: unknown, headers = {}) =>
      request('PUT', path, { body: { value }, headers });
    const onlyNew = { 'if-none-match': '*' };

    expect((await put(1, { 'if-match': '"other"' })).status).toBe(412);
    const created = await put(1, onlyNew);
    expect(created).toMatchObject({ status: 201, body: { name: 'floor', value: 1 } });
    expect(created.headers.get('location')).toBe(at(path));
    expect((await put(2, onlyNew)).status).toBe(412);
    const etag = etagOf(await request('GET', path));
    expect(etagOf(created)).toBe(etag);
    const races = await Promise.all([2, 3, 4].map((value) => put(value, { 'if-match': etag })));
    expect(races.map(({ status }) => status).sort()).toEqual([204, 412, 412]);
    const changed = await put({ '@context': 'https://schema.org', name: 'first' }, preferred);
    expect(changed).toMatchObject({ status: 200, body: { value: { name: 'first' } } });
    expect((await request('GET', path)).body).toEqual(changed.body);
    expect((await put(5)).status).toBe(204);

    const wrong = await request('PUT', path, { body: { name: 'other', value: 1 } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/name' }] } });
    expect((await put(1, { 'if-none-match': etag })).status).toBe(400);
    const nowhere = `/units/${randomUUID()}/properties/floor`;
    expect((await request('PUT', nowhere, { body: { value: 1 } })).status).toBe(404);
    const stranger = newAccount(stack());
    expect((await stranger.request('PUT', path, { body: { value: 1 } })).status).toBe(404);
  });

  test('the callback of an app', async () => {
    const { request } = newAccount(stack());
    const put = (port: number, headers = {}) =>
      request('PUT', '/callback', { body: { url: `http://127.0.0.1:${port}/` }, headers });
    expect((await put(1, { 'if-match': '*' })).status).toBe(412);
    const created = await put(1, { 'if-none-match': '*' });
    expect(created.status).toBe(201);
    const etag = etagOf(await request('GET', '/callback'));
    expect(etag).toBe(etagOf(created));
    expect((await put(2, { 'if-none-match': '*' })).status).toBe(412);
    const races = await Promise.all([2, 3].map((port) => put(port, { 'if-match': etag })));
    expect(races.map(({ status }) => status).sort()).toEqual([200, 412]);
    const remove = () => request('DELETE', '/callback', { headers: { 'if-match': etag } });
    expect((await remove()).status).toBe(412);
  });
});

test('a subject may have several clients of one type, where its instance says so', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const first = await simulate(account);
  const { instance } = (await first.read()).body;
  const create = (name?: string) =>
    request('POST', '/connectors/clients', {
      subject: first.subject,
      body: { ...simulatorClient(), name },
    });
  expect((await create('Attic')).status).toBe(409);
  const changed = await request('PATCH', instance.href, {
    body: { clients_per_subject: 2 },
    headers: preferred,
  });
  expect(changed).toMatchObject({ status: 200, body: { clients_per_subject: 2 } });
  expect(await create()).toMatchObject({ status: 400, body: { errors: [{ pointer: '/name' }] } });
  const second = await create('Attic');
  const client = await request('GET', `/connectors/clients/${second.body.client_id}`);
  expect(client.body).toMatchObject({ name: 'Attic', instance });
  expect(await create('Cellar')).toMatchObject({ status: 409 });
});

test('nothing of another developer can be changed, and nothing without its scope', async () => {
  const account = newAccount(stack());
  const client = await simulate(account);
  const unit = await account.request('POST', '/units', { body: { name: 'A', type: 'room' } });
  const paths = [
    client.path,
    (await client.read()).body.instance.href,
    `/units/${unit.body.id}`,
    await client.station(),
  ];
  const stranger = newAccount(stack());
  const reader = newAccount(stack(), {
    developer: account.developer,
    scopes: ['svc.units.read', 'svc.things.read'],
  });
  for (const path of paths) {
    expect(await stranger.request('PATCH', path, { body: {} })).toMatchObject({ status: 404 });
    expect(await reader.request('PATCH', path, { body: {} })).toMatchObject({ status: 403 });
    const unknown = path.replace(/[^/]+$/, randomUUID());
    expect(await account.request('PATCH', unknown, { body: {} })).toMatchObject({ status: 404 });
  }
});
