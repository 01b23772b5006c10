import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

let calls: Calls;
let created: { scopes: string[] }[];
let gateway: TestGateway;
beforeEach(async () => {
  created = [];
  calls = {
    'apps.create': (input: unknown) => {
      const { id, ...rest } = input as { id: string; name: string; scopes: string[] };
      created.push({ scopes: rest.scopes });
      return { id, allowed_origins: [], ...rest };
    },
    'apps.list': () => ({
      items: [{ id: '1', name: 'One', scopes: ['svc.apps.admin'], allowed_origins: [] }],
    }),
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const send = (method: string, body?: object, scope?: string, subject?: string) =>
  sendJson<{ type?: string; client_secret?: string }>(gateway, method, '/api/v1/apps', {
    headers: { authorization: `Bearer ${gateway.tokenOf('ada', 'app', scope, subject)}` },
    ...(body && { body }),
  });

const scope = 'svc.apps.admin svc.things.read';

test('an app gives another one no scope that it lacks', async () => {
  const refused = await send('POST', { name: 'One', scopes: ['svc.units.read'] }, scope);
  expect(refused).toMatchObject({
    status: 403,
    body: { type: expect.stringMatching(/#insufficient_scope$/) },
  });
  const app = { name: 'One', scopes: ['svc.things.read', 'svc.things.read'] };
  const { status, body, headers } = await send('POST', app, scope);
  expect(status).toBe(201);
  expect(body.client_secret).toMatch(/^[\w-]{43}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(created).toEqual([{ scopes: ['svc.things.read'] }]);
});

test('an app gives another one scopes that its own include', async () => {
  const scopes = ['svc.connector.read', 'svc.connector.pause', 'svc.things.act'];
  const given = 'svc.apps.admin svc.connector svc.things.admin';
  expect((await send('POST', { name: 'Support', scopes }, given)).status).toBe(201);
  const wider = { name: 'Support', scopes: ['svc.connector'] };
  expect((await send('POST', wider, `svc.apps.admin ${scopes.join(' ')}`)).status).toBe(403);
  expect(created).toEqual([{ scopes }]);
});

const app = { name: 'One', scopes: ['svc.things.read'] };

test('an app lists origins of web pages', async () => {
  const allowed_origins = ['https://app.example', 'http://localhost:5173'];
  const { status, body } = await send('POST', { ...app, allowed_origins }, scope);
  expect({ status, body }).toMatchObject({ status: 201, body: { allowed_origins } });
});

test.each([
  ['an unknown scope', { name: 'One', scopes: ['svc.everything'] }],
  ['no scope', { name: 'One', scopes: [] }],
  ['an origin that is none', { ...app, allowed_origins: ['https://app.example/'] }],
  ['an origin without TLS', { ...app, allowed_origins: ['http://app.example'] }],
  ['21 origins', { ...app, allowed_origins: Array(21).fill('https://app.example') }],
  ['no name', { scopes: ['svc.things.read'] }],
])('%s is 400', async (_what, body) => {
  expect((await send('POST', body)).status).toBe(400);
  expect(created).toEqual([]);
});

test('tokens of end users, and tokens without the scope, see no apps', async () => {
  expect((await send('GET', undefined, scope)).status).toBe(200);
  expect((await send('GET', undefined, 'svc.things.read')).status).toBe(403);
  expect((await send('GET', undefined, scope, 'alice')).status).toBe(403);
});

test.each([
  [undefined, 86_400],
  [{}, 86_400],
  [{ overlap_seconds: 0 }, 0],
])('a rotation with the body %j has both secrets accepted for a time', async (body, expected) => {
  let overlap: number | undefined;
  calls['apps.rotate'] = (input: { id: string; overlap_seconds: number }) => {
    overlap = input.overlap_seconds;
    return { id: input.id, name: 'One', scopes: [], allowed_origins: [] };
  };
  const { status } = await sendJson(gateway, 'POST', '/api/v1/apps/one/rotate', {
    headers: { authorization: `Bearer ${gateway.tokenOf('ada', 'app', scope)}` },
    ...(body && { body }),
  });
  expect({ status, overlap }).toEqual({ status: 200, overlap: expected });
});

describe('a change of an app', () => {
  const one = { id: 'one', name: 'One', scopes: [], allowed_origins: [] };
  let given: object[];
  beforeEach(() => {
    given = [];
    calls['apps.read'] = () => one;
    calls['apps.update'] = (input: object) => {
      given.push(input);
      // As JSON, which leaves out what is undefined.
      return { ...one, ...(JSON.parse(JSON.stringify(input)) as object) };
    };
  });
  const patch = (body: object, headers: Record<string, string> = {}, subject?: string) =>
    sendJson(gateway, 'PATCH', '/api/v1/apps/one', {
      headers: {
        authorization: `Bearer ${gateway.tokenOf('ada', 'app', scope, subject)}`,
        'content-type': 'application/merge-patch+json',
        ...headers,
      },
      body,
    });

  test('has its name and origins alone, of which null removes all', async () => {
    expect((await patch({ name: 'Two' })).status).toBe(204);
    expect((await patch({ allowed_origins: null })).status).toBe(204);
    expect(given).toEqual([
      { developer: 'ada', id: 'one', name: 'Two' },
      { developer: 'ada', id: 'one', allowed_origins: [] },
    ]);
    for (const body of [
      { name: null },
      { scopes: [] },
      { allowed_origins: ['http://a.example'] },
    ]) {
      expect([body, (await patch(body)).status]).toEqual([body, 400]);
    }
    expect(given).toHaveLength(2);
  });

  test('names the version that was read, and answers the next one', async () => {
    const { headers } = await sendJson(gateway, 'GET', '/api/v1/apps/one');
    const read = headers.get('etag')!;
    const changed = await patch(
      { name: 'Two' },
      { 'if-match': read, prefer: 'return=representation' },
    );
    expect(changed).toMatchObject({ status: 200, body: { id: 'one', name: 'Two' } });
    expect(given).toMatchObject([{ expected: [read.slice(1).split('.')[0]] }]);
    expect(changed.headers.get('etag')).not.toBe(read);
  });

  test('leaves an entry in the audit log, and is not for end users', async () => {
    expect((await patch({ name: 'Two' })).status).toBe(204);
    expect(gateway.audited.at(-1)).toMatchObject({
      operation: 'updateApp',
      resource: { type: 'app', ids: ['one'] },
      status: 204,
    });
    expect((await patch({ name: 'Two' }, {}, 'alice')).status).toBe(403);
  });
});

test.each([
  ['svc.things.read', 200],
  ['svc.connector.read', 200],
  ['svc.audit.read', 200],
  ['svc.units.read', 403],
])('names of apps are read with %s: %i', async (scope, expected) => {
  const { status, body } = await sendJson(gateway, 'GET', '/api/v1/apps/names', {
    headers: { authorization: `Bearer ${gateway.tokenOf('ada', 'app', scope)}` },
  });
  expect(status).toBe(expected);
  if (status === 200) expect(body).toEqual([{ id: '1', name: 'One' }]);
});

test('an end user reads no names of apps', async () => {
  const { status } = await sendJson(gateway, 'GET', '/api/v1/apps/names', {
    headers: { authorization: `Bearer ${gateway.tokenOf('ada', 'app', 'svc.things.read', 'bob')}` },
  });
  expect(status).toBe(403);
});
