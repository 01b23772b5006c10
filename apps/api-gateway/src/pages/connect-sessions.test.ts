import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import type { Operation } from '../operation.js';
import { operations } from '../operations.js';
import { type Calls, startGateway, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const otherId = '0190b1f4-6d5c-7cc0-8000-000000000002';
const instanceId = '0190b1f4-6d5c-7cc0-8000-000000000003';

const description = (number: number, type_id: string) => ({
  id: number,
  type_id,
  name: type_id.toUpperCase(),
  description: 'Devices.',
  logo: '',
  sample_instance_configuration: { connector_type_id: type_id, configuration: {} },
  sample_client_configuration: { connector_type_id: type_id },
  instance_configuration_schema: { type: 'object' },
  client_configuration_schema: { type: 'object' },
  connect: { method: 'form', steps: [] },
});

const overview = {
  instances: [
    { id: instanceId, connector_type_id: 'hub', clients_per_subject: 1 },
    { id: otherId, connector_type_id: 'cloud', clients_per_subject: 1 },
  ],
  clients: [
    { id, connector_type_id: 'hub', status: 'ERROR', needs_authorization: false, paused: false },
    {
      id: otherId,
      connector_type_id: 'cloud',
      status: 'STARTED',
      needs_authorization: false,
      paused: false,
    },
  ],
};

let calls: Calls;
let requested: { name: string; input: Record<string, unknown> }[];
let gateway: TestGateway;
beforeAll(async () => {
  const answer = (name: string) => (input: Record<string, unknown>) => {
    if (name.startsWith('audit.')) return undefined;
    requested.push({ name, input });
    const known = calls[name] as ((input: unknown) => unknown) | undefined;
    if (known) return known(input);
    throw new Problem('not_found', 'There is nothing.');
  };
  gateway = await startGateway(
    new Proxy({} as Calls, { get: (_calls, name: string) => answer(name) }),
  );
});
afterAll(() => gateway.close());
beforeEach(() => {
  requested = [];
  calls = {
    'connect.overview': () => overview,
    'connect.create_session': () => ({}),
    'descriptions.list': () => [description(1, 'hub'), description(2, 'cloud')],
    'types.descriptions': () => [],
    'apps.allow_origin': ({ origin }: { origin: string }) => ({
      allowed: origin === 'https://app.example',
    }),
    'apps.read_revocation': () => ({ revoked: false }),
    'clients.read': ({ id }: { id: string }) => ({
      id,
      instance: instanceId,
      connector: id === otherId ? 2 : 1,
      subject: 'alice',
      mappings: [],
      status: 'STARTED',
      warnings: [],
      version: '1',
      last_polled: null,
      next_poll: null,
    }),
  };
});

const create = (body: object, headers: Record<string, string> = {}) =>
  sendJson<Record<string, unknown>>(gateway, 'POST', '/api/v1/connect/sessions', {
    body,
    headers: { 'x-external-subject-id': 'alice', ...headers },
  });

/** Creates a session; returns the headers of its page, whose token is the fragment of its address. */
async function sessionOf(body: object = {}): Promise<Record<string, string>> {
  const answer = await create(body);
  expect(answer.status).toBe(201);
  return { authorization: `Bearer ${new URL(answer.body.href as string).hash.slice(1)}` };
}

const asPage = async (method: string, path: string, session: object, body?: object) =>
  sendJson<Record<string, unknown>>(gateway, method, `/api/v1/connect${path}`, {
    headers: session as Record<string, string>,
    ...(body && { body }),
  });

/** Sends what any operation may get as far as its handler with. */
async function send({ method, path }: Operation, headers: Record<string, string>) {
  const sent = method === 'get' || method === 'delete' ? {} : { body: '{}' };
  const response = await gateway.request(path.replaceAll(/:\w+/g, id), {
    method: method.toUpperCase(),
    redirect: 'manual',
    ...sent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  await response.body?.cancel();
  return response.status;
}

const named = (rows: Operation[]) =>
  rows.map((row): [string, Operation] => [`${row.method} ${row.path}`, row]);
const ofPage = operations.filter(({ access }) => access.scope === 'connect session');
const others = operations.filter(
  ({ access }) => access.scope !== 'connect session' && access.scope !== 'public',
);

test('a page says how the clients of an instance are connected, where not its type but it says so', async () => {
  const schema = { type: 'object', properties: { parameters: { title: 'Of the instance' } } };
  const [hub, cloud] = overview.instances;
  calls['connect.overview'] = () => ({
    ...overview,
    instances: [hub, { ...cloud, connect_method: 'oauth2', client_configuration_schema: schema }],
  });
  const { body } = await asPage('GET', '/session', await sessionOf());
  expect(body.technologies).toMatchObject([
    { type_id: 'hub', connect: { method: 'form' }, configuration_schema: { type: 'object' } },
    { type_id: 'cloud', connect: { method: 'oauth2', steps: [] }, configuration_schema: schema },
  ]);
});

describe('a connect session', () => {
  test('is accepted by the rows of its page', async () => {
    expect(ofPage.map(({ path }) => path).every((path) => path.includes('/connect/'))).toBe(true);
    const session = await sessionOf();
    for (const row of ofPage) expect([row.path, await send(row, session)]).not.toContain(401);
  });

  test.each(named(others))('is refused by %s', async (_name, row) => {
    const session = await sessionOf();
    requested = [];
    expect(await send(row, session)).toBe(401);
    expect(requested).toEqual([]);
  });

  test.each(named(ofPage))('is needed by %s, in place of an access token', async (_name, row) => {
    expect(await send(row, {})).toBe(401);
    expect(await send(row, { authorization: `Bearer ${gateway.tokenOf('ada')}` })).toBe(401);
  });

  test('acts for its subject alone', async () => {
    const session = await sessionOf();
    requested = [];
    for (const row of ofPage) await send(row, session);
    const callers = requested.map(({ input }) => input.caller).filter((caller) => caller);
    expect(callers.length).toBeGreaterThan(ofPage.length);
    for (const caller of callers) expect(caller).toEqual({ developer: 'ada', subject: 'alice' });
    const bob = { ...session, 'x-external-subject-id': 'bob' };
    for (const row of ofPage) expect([row.path, await send(row, bob)]).toContain(403);
  });

  test('leaves entries in the audit log that say that the end user acts', async () => {
    const session = await sessionOf();
    await asPage('POST', `/clients/${id}/poll`, session);
    expect(gateway.audited.at(-1)).toMatchObject({
      operation: 'pollConnectClient',
      developer: 'ada',
      subject: 'alice',
      actor: { type: 'subject', id: 'alice' },
    });
  });

  test('is named in these entries, and by its own one with its app', async () => {
    const { body } = await create({});
    const session = { authorization: `Bearer ${new URL(body.href as string).hash.slice(1)}` };
    calls['clients.create'] = ({ id }: { id: string }) => ({ id });
    const created = await asPage('POST', '/clients', session, {
      connector_type_id: 'hub',
      configuration: {},
    });
    expect(created).toMatchObject({ status: 201 });
    await asPage('POST', `/clients/${id}/poll`, session);
    expect(
      gateway.audited.slice(-3).map(({ actor, resource: { ids } }) => [actor.type, ids]),
    ).toEqual([
      ['app', [body.id]],
      ['subject', [created.body.client_id, body.id]],
      ['subject', [id, body.id]],
    ]);
  });

  test('is over when its app was revoked', async () => {
    const authorization = `Bearer ${gateway.tokenOf('ada', 'revoked')}`;
    const { body } = await create({}, { authorization });
    const session = { authorization: `Bearer ${new URL(body.href as string).hash.slice(1)}` };
    const revoked = { developer: 'ada', client_id: 'revoked', session: body.id };
    calls['apps.read_revocation'] = (app: object) => ({ revoked: isDeepStrictEqual(app, revoked) });
    requested = [];
    for (const row of ofPage) expect([row.path, await send(row, session)]).toContain(401);
    expect(new Set(requested.map(({ name }) => name))).toEqual(new Set(['apps.read_revocation']));
    expect(await asPage('GET', '/session', session)).toMatchObject({ body: { reason: 'revoked' } });
    expect((await asPage('GET', '/session', await sessionOf())).status).toBe(200);
  });

  test('is stored, listed without its address, and revoked', async () => {
    const { body } = await create({ types: ['hub'] });
    const created = requested.find(({ name }) => name === 'connect.create_session')!.input;
    expect(created).toEqual({
      caller: { developer: 'ada', subject: 'alice' },
      id: body.id,
      app: 'ada',
      types: ['hub'],
      expires_at: body.expires_at,
    });
    const { caller: _caller, ...stored } = created;
    const item = { ...stored, subject: 'alice', client: id, created: '2026-01-01T00:00:00.000Z' };
    calls['connect.list_sessions'] = () => ({ items: [item], next: '7' });
    const list = '/api/v1/connect/sessions';
    const listed = await sendJson<object[]>(gateway, 'GET', `${list}?limit=1`);
    expect(listed.headers.get('link')).toMatch(/cursor=/);
    expect(listed.body).toEqual([
      {
        ...item,
        subject: { href: 'http://trellis.test/api/v1/subjects/alice' },
        client: { href: `http://trellis.test/api/v1/connectors/clients/${id}` },
      },
    ]);
    calls['connect.remove_session'] = () => ({});
    expect((await sendJson(gateway, 'DELETE', `${list}/urn:uuid:${id}`)).status).toBe(204);
    expect(requested.at(-1)).toMatchObject({ name: 'connect.remove_session', input: { id } });
    expect(gateway.audited.at(-1)).toMatchObject({
      operation: 'deleteConnectSession',
      resource: { type: 'connect_session', ids: [id] },
    });
  });

  test('has its secret in the fragment of the address, which reaches no server', async () => {
    const { body, headers } = await create({ expires_in: 60 });
    expect(headers.get('cache-control')).toBe('no-store');
    const address = new URL(body.href as string);
    expect(`${address.origin}${address.pathname}${address.search}`).toBe(
      'http://trellis.test/connect/',
    );
    expect(address.hash.length).toBeGreaterThan(100);
    const leftMs = Date.parse(body.expires_at as string) - Date.now();
    expect(leftMs).toBeGreaterThan(50_000);
    expect(leftMs).toBeLessThanOrEqual(60_000);
  });

  test('ends with the token of the end user that has created it', async () => {
    const bound = gateway.tokenOf('ada', 'ada', 'svc.connector', 'alice');
    const { exp } = JSON.parse(Buffer.from(bound.split('.')[1]!, 'base64url').toString()) as {
      exp: number;
    };
    const token = { authorization: `Bearer ${bound}` };
    const { status, body } = await create({ expires_in: 86_400 }, token);
    expect(status).toBe(201);
    expect(Date.parse(body.expires_at as string)).toBe(exp * 1000);
    const brief = await create({ expires_in: 60 }, token);
    expect(Date.parse(brief.body.expires_at as string)).toBeLessThan(exp * 1000);
  });

  test('shows what there is to connect, and what is connected', async () => {
    const { status, body } = await asPage('GET', '/session', await sessionOf({ language: 'de' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      language: 'de',
      technologies: [
        { type_id: 'hub', clients_per_subject: 1, offered: true },
        { type_id: 'cloud' },
      ],
      clients: [{ id, type_id: 'hub', status: 'ERROR' }, { id: otherId }],
    });
  });

  test('says whose it is, if the app does', async () => {
    const session = await sessionOf({ subject_name: 'Ada <b>Lovelace</b>' });
    const { body } = await asPage('GET', '/session', session);
    expect(body.subject_name).toBe('Ada <b>Lovelace</b>');
    const { body: without } = await asPage('GET', '/session', await sessionOf());
    expect(without).not.toHaveProperty('subject_name');
  });

  test('says that the app has paused a client', async () => {
    const session = await sessionOf();
    const { body } = await asPage('GET', `/clients/${id}`, session);
    expect(body.paused).toBe(false);
    const read = calls['clients.read'] as (input: object) => object;
    calls['clients.read'] = (input: object) => ({
      ...read(input),
      paused: { since: '2026-11-01T00:00:00.000Z' },
    });
    const paused = await asPage('GET', `/clients/${id}`, session);
    expect(paused.body).toMatchObject({ status: 'STARTED', paused: true });
    const { body: page } = await asPage('GET', '/session', session);
    expect(page.clients).toMatchObject([{ paused: false }, { paused: false }]);
  });

  test.each([
    ['types', { types: ['hub'] }],
    ['instances', { instances: [instanceId] }],
  ])('is limited to its %s', async (_name, limit) => {
    const session = await sessionOf(limit);
    const { body } = await asPage('GET', '/session', session);
    expect(body.technologies).toMatchObject([{ type_id: 'hub' }]);
    expect(body.clients).toMatchObject([{ type_id: 'hub' }]);
    const cloud = { connector_type_id: 'cloud', configuration: {} };
    expect((await asPage('POST', '/clients', session, cloud)).status).toBe(400);
    expect((await asPage('GET', `/clients/${id}`, session)).status).toBe(200);
    expect((await asPage('GET', `/clients/${otherId}`, session)).status).toBe(404);
    const patch = { configuration: {} };
    expect((await asPage('PATCH', `/clients/${otherId}`, session, patch)).status).toBe(404);
    expect(requested.map(({ name }) => name)).not.toContain('clients.update');
  });

  test('for one client is about nothing else', async () => {
    const session = await sessionOf({ client: `urn:uuid:${otherId}` });
    const { body } = await asPage('GET', '/session', session);
    expect(body).toMatchObject({
      client: otherId,
      technologies: [{ offered: false }],
      clients: [{ id: otherId }],
    });
    expect((await asPage('GET', `/clients/${id}`, session)).status).toBe(404);
    const hub = { connector_type_id: 'hub', configuration: {} };
    expect((await asPage('POST', '/clients', session, hub)).status).toBe(400);
  });

  test('begins an authorization with the account that the end user wants', async () => {
    const session = await sessionOf();
    calls['connect.authorize'] = () => ({ ticket: 't' });
    const begin = async (body?: object) =>
      (await asPage('POST', `/clients/${id}/authorization`, session, body)).body.href;
    const address = 'http://trellis.test/api/v1/connectors/authorizations/t';
    expect(await begin()).toBe(address);
    expect(await begin({})).toBe(address);
    expect(await begin({ accept_other_account: true })).toBe(
      `${address}?accept_other_account=true`,
    );
    expect(await begin({ prompt: 'login' })).toBe(`${address}?prompt=login`);
  });

  test('leads back to an origin that the app lists, and to no other', async () => {
    expect((await create({ return_url: 'https://app.example/done?x=1' })).status).toBe(201);
    for (const return_url of [
      'https://elsewhere.example/',
      'https://app.example.evil/',
      'http://app.example/',
    ]) {
      const { status, body } = await create({ return_url });
      expect([return_url, status]).toEqual([return_url, 400]);
      expect(body.errors).toMatchObject([{ pointer: '/return_url' }]);
    }
    for (const return_url of ['javascript:alert(1)', 'data:text/html,x', '/done']) {
      expect((await create({ return_url })).status).toBe(400);
    }
  });

  test.each([
    ['/types/0', { types: ['unknown'] }],
    ['/instances/0', { instances: [id] }],
    ['/instances', { types: ['cloud'], instances: [instanceId] }],
    ['/client', { client: instanceId }],
    ['/expires_in', { expires_in: 86_401 }],
    ['/language', { language: 'fr' }],
    ['/subject_name', { subject_name: 'A\nB' }],
    ['/subject_name', { subject_name: 'a'.repeat(101) }],
    ['/subject_name', { subject_name: '' }],
  ])('needs what it names to exist: %s', async (pointer, body) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });

  test('that is not for a subject is refused', async () => {
    const answer = await sendJson(gateway, 'POST', '/api/v1/connect/sessions', { body: {} });
    expect(answer.status).toBe(400);
  });
});
