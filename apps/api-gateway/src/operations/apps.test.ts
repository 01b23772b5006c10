import { afterEach, beforeEach, expect, test } from '@jest/globals';
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
      return { client_id: id, ...rest };
    },
    'apps.list': () => ({ items: [] }),
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
    return { client_id: input.id, name: 'One', scopes: [] };
  };
  const { status } = await sendJson(gateway, 'POST', '/api/v1/apps/one/rotate', {
    headers: { authorization: `Bearer ${gateway.tokenOf('ada', 'app', scope)}` },
    ...(body && { body }),
  });
  expect({ status, overlap }).toEqual({ status: 200, overlap: expected });
});
