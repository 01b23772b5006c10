import { beforeAll, expect, test } from '@jest/globals';
import {
  newAccount,
  request,
  type Account,
  simulatorClient,
  simulatorInstance,
} from '@trellis/testing';
import { shellyType } from './connector-types/shelly.js';
import { newDeveloper } from './connect/developer.js';
import { sharedStack } from './one-stack.js';
import { prepare } from './openapi/document.js';
import { simulate } from './simulation.js';

const stack = sharedStack();

interface Described {
  paths: Record<string, Record<string, { parameters?: { name?: string; in?: string }[] }>>;
}

/** A request that would succeed but for its version. */
interface Change {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

let account: Account;
let changes: Record<string, Change>;

beforeAll(async () => {
  account = newAccount(stack());
  const client = await simulate(account);
  const send = async (method: string, path: string, body: unknown) => {
    const { status, body: answer } = await account.request(method, path, { body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return String(answer?.id ?? answer?.client_id).replace('urn:uuid:', '');
  };
  const kitchen = { name: 'Kitchen', type: 'room', properties: [{ name: 'floor', value: 1 }] };
  const [unit, house] = [
    await send('POST', '/units', kitchen),
    await send('POST', '/units', kitchen),
  ];
  const lamp = { title: 'Lamp', properties: { on: { type: 'boolean', value: false } } };
  const thing = await send('POST', '/things', lamp);
  const scene = await send('POST', `/units/${unit}/scenes`, { name: 'Night' });
  const instance = (await account.request('GET', '/connectors/instances')).body[0].href as string;
  const registered = await account.request('POST', '/apps', {
    body: { name: 'A', scopes: ['svc.things.read'] },
  });
  const app = registered.body.id as string;
  const subscription = await send('POST', '/subscriptions', { match: {} });
  const rule = { name: 'Offline', condition: { kind: 'client_error', minutes: 5 } };
  const alert = await send('POST', '/alerts', rule);
  const { body: created } = await account.request('POST', '/agents', {
    subject: 'alice',
    body: { name: 'Home' },
  });
  const agent = String(created.id);
  const callback = { url: 'http://127.0.0.1:9/' };
  await send('PUT', '/callback', callback);
  await send('PUT', '/connect/branding', { name: 'Acme' });
  const { configuration } = simulatorClient();
  const { type_id: _id, ...version } = shellyType;
  const type = '/connectors/types/x-shelly';
  await send('POST', '/connectors/types', shellyType);
  changes = {
    'PATCH /connectors/instances/{id}': {
      path: instance,
      body: { configuration: simulatorInstance.configuration },
    },
    'DELETE /connectors/instances/{id}': { path: instance },
    'POST /connectors/types': { path: '/connectors/types', body: shellyType },
    'PUT /connectors/types/{id}': { path: type, body: version },
    'PATCH /connectors/types/{id}': { path: type, body: { version: 1 } },
    'DELETE /connectors/types/{id}': { path: type },
    'PUT /connectors/types/{id}/logo': {
      path: `${type}/logo`,
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      headers: { 'content-type': 'image/svg+xml' },
    },
    'POST /connectors/instances': { path: '/connectors/instances', body: simulatorInstance },
    'POST /connectors/clients': {
      path: '/connectors/clients',
      body: simulatorClient(),
      headers: { 'x-external-subject-id': 'bob' },
    },
    'PATCH /connectors/clients/{id}': { path: client.path, body: { configuration } },
    'DELETE /connectors/clients/{id}': { path: client.path },
    'POST /connect/sessions': {
      path: '/connect/sessions',
      body: {},
      headers: { 'x-external-subject-id': 'alice' },
    },
    'PATCH /retention': { path: '/retention', body: { history_days: 3 } },
    'PUT /connect/branding': { path: '/connect/branding', body: { name: 'Other' } },
    'POST /units/models': { path: '/units/models', body: {} },
    'POST /units': { path: '/units', body: kitchen },
    'PATCH /units/{id}': { path: `/units/${unit}`, body: { name: 'Larder' } },
    'DELETE /units/{id}': { path: `/units/${unit}` },
    'POST /units/{id}/properties': {
      path: `/units/${unit}/properties`,
      body: { name: 'new', value: 1 },
    },
    'PUT /units/{id}/properties': {
      path: `/units/${unit}/properties`,
      body: { name: 'floor', value: 2 },
    },
    'PUT /units/{id}/properties/{name}': {
      path: `/units/${unit}/properties/floor`,
      body: { value: 2 },
    },
    'DELETE /units/{id}/properties/{name}': { path: `/units/${unit}/properties/floor` },
    'POST /things': { path: '/things', body: lamp },
    'PATCH /things/{id}': { path: `/things/${thing}`, body: { title: 'Other' } },
    'DELETE /things/{id}': { path: `/things/${thing}` },
    'PUT /things/{id}/properties/{name}': { path: `/things/${thing}/properties/on`, body: true },
    'PUT /things/{id}/properties': { path: `/things/${thing}/properties`, body: { on: true } },
    'POST /units/{id}/scenes': { path: `/units/${unit}/scenes`, body: { name: 'Evening' } },
    'PATCH /scenes/{id}': { path: `/scenes/${scene}`, body: { name: 'Morning' } },
    'DELETE /scenes/{id}': { path: `/scenes/${scene}` },
    'PUT /callback': { path: '/callback', body: callback },
    'DELETE /callback': { path: '/callback' },
    'POST /subscriptions': { path: '/subscriptions', body: { match: {} } },
    'PATCH /subscriptions/{id}': {
      path: `/subscriptions/${subscription}`,
      body: { match: { type: 'Light' } },
    },
    'DELETE /subscriptions/{id}': { path: `/subscriptions/${subscription}` },
    'POST /alerts': { path: '/alerts', body: rule },
    'PATCH /alerts/{id}': { path: `/alerts/${alert}`, body: { name: 'Away' } },
    'DELETE /alerts/{id}': { path: `/alerts/${alert}` },
    'PATCH /agents/{id}': { path: `/agents/${agent}`, body: { name: 'Cellar' } },
    'DELETE /agents/{id}': { path: `/agents/${agent}` },
    'POST /agents': {
      path: '/agents',
      body: { name: 'Barn' },
      headers: { 'x-external-subject-id': 'alice' },
    },
    'POST /apps': { path: '/apps', body: { name: 'B', scopes: ['svc.things.read'] } },
    'PATCH /subjects/{id}': { path: '/subjects/alice', body: { attributes: { no: '1' } } },
    'DELETE /subjects/{id}': { path: '/subjects/alice' },
    'PATCH /apps/{id}': { path: `/apps/${app}`, body: { name: 'C' } },
    'DELETE /apps/{id}': { path: `/apps/${app}` },
  };
  const others = { parents: house, children: house, subjects: 'bob', things: thing };
  for (const [list, id] of Object.entries(others)) {
    const change = { path: `/units/${unit}/${list}`, body: { id } };
    changes[`POST /units/{id}/${list}`] = change;
    changes[`DELETE /units/{id}/${list}`] = change;
  }
});

test('whatever offers If-Match refuses a version that has changed, and changes nothing', async () => {
  const { paths } = prepare((await request(stack(), 'GET', '/openapi.json')).body) as Described;
  const offered = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'If-Match'))
      .map(([method]) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  );
  // One takes a connect session, below, and the others the session of a person.
  const ofOthers = ['PATCH /connect/clients/{id}', 'POST /organizations', 'POST /mcp_clients'];
  const known = [...Object.keys(changes), ...ofOthers];
  expect(offered.sort()).toEqual(known.sort());
  const statuses: Record<string, number> = {};
  for (const [name, { path, body, headers }] of Object.entries(changes)) {
    const [method = ''] = name.split(' ');
    const { status } = await account.request(method, path, {
      body,
      headers: { ...headers, 'if-match': '"stale"' },
    });
    statuses[name] = status;
  }
  expect(statuses).toEqual(Object.fromEntries(Object.keys(changes).map((name) => [name, 412])));
});

test('of changes of the retention at once, one is made', async () => {
  const { request } = newAccount(stack());
  const etag = (await request('GET', '/retention')).headers.get('etag')!;
  const bodies = [{ history_days: 1 }, { history_days: 2 }, { activity_days: 1 }];
  const answers = await Promise.all(
    bodies.map((body) => request('PATCH', '/retention', { body, headers: { 'if-match': etag } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  const made = answers.find(({ status }) => status === 200)!;
  expect((await request('GET', '/retention')).body).toEqual(made.body);
});

test('an end user corrects a connection only as it was when the page showed it', async () => {
  const acme = await newDeveloper(stack(), 'https://app.example');
  await acme.instance('simulator', simulatorInstance.configuration);
  const { href } = { href: await acme.session('alice') };
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    request(stack(), method, path, {
      body,
      headers: { authorization: `Bearer ${new URL(href).hash.slice(1)}`, ...headers },
    });
  const created = await send('POST', '/connect/clients', simulatorClient());
  const path = `/connect/clients/${created.body.client_id}`;
  const etag = (await send('GET', path)).headers.get('etag')!;
  const patch = { configuration: { interval_ms: 2_000 } };
  const changed = await send('PATCH', path, patch, { 'if-match': etag });
  expect(changed.status).toBe(200);
  expect((await send('PATCH', path, patch, { 'if-match': etag })).status).toBe(412);
  const next = { 'if-match': changed.headers.get('etag')! };
  expect((await send('PATCH', path, patch, next)).status).toBe(200);
});

test('a branding and a property are only created, or only replaced, as the conditions say', async () => {
  const { request } = newAccount(stack());
  const put = async (path: string, body: unknown, headers: Record<string, string>) =>
    (await request('PUT', path, { body, headers })).status;
  const etagOf = async (path: string) => (await request('GET', path)).headers.get('etag')!;
  const branding = '/connect/branding';
  expect(await put(branding, { name: 'A' }, { 'if-match': '*' })).toBe(412);
  expect(await put(branding, { name: 'A' }, { 'if-none-match': '*' })).toBe(204);
  expect(await put(branding, { name: 'B' }, { 'if-none-match': '*' })).toBe(412);
  expect(await put(branding, { name: 'B' }, { 'if-match': await etagOf(branding) })).toBe(204);

  const properties = [{ name: 'floor', value: 1 }];
  const unit = await request('POST', '/units', { body: { name: 'A', type: 'room', properties } });
  const list = `/units/${unit.body.id}/properties`;
  const floor = (value: number) => ({ name: 'floor', value });
  expect(await put(list, floor(2), { 'if-none-match': '*' })).toBe(412);
  expect(await put(list, { name: 'new', value: 2 }, { 'if-none-match': '*' })).toBe(404);
  const before = await etagOf(list);
  expect(await put(list, floor(2), { 'if-match': before })).toBe(204);
  expect(await put(list, floor(3), { 'if-match': before })).toBe(412);
  expect(await put(list, floor(3), { 'if-match': await etagOf(`${list}/floor`) })).toBe(204);
});
