import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from './testing/gateway.js';
import { sendJson } from './testing/send-json.js';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const get = (path: string) => sendJson(gateway, 'GET', path);

test('a request is logged with its id and route, and without its address, body or token', async () => {
  calls['authorizations.begin'] = () => ({
    location: 'https://provider.example/',
    state: 'secret-state',
  });
  const headers = { 'x-request-id': 'my-id.1' };
  const path = '/api/v1/connectors/authorizations/secret-ticket';
  const response = await gateway.request(path, { headers });
  expect(response.status).toBe(303);
  expect(response.headers.get('x-request-id')).toBe('my-id.1');
  expect((await get('/api/v1/units/x?ticket=secret-query')).status).toBe(400);
  expect((await get('/api/v1/subjects/secret-subject')).status).toBe(404);
  expect((await get('/secret-path')).status).toBe(404);
  expect((await get('/api/v1/units/%zzsecret-')).status).toBe(404);
  await gateway.request('/docs/problems');
  await gateway.request('/api/v1/connectors/%61uthorizations/secret-ticket');
  await gateway.request('/api/v1/connectors/authorizations/secret-ticket/more');
  const odd = await gateway.request('/health/live', { headers: { 'x-request-id': 'a"b' } });
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const text = JSON.stringify(gateway.logged);
  expect(text).not.toContain('secret-');
  expect(text).not.toContain('Bearer');
  expect(gateway.logged[0]).toMatchObject({
    req: { id: 'my-id.1', method: 'GET', route: '/api/v1/connectors/authorizations/:ticket' },
    res: { status: 303 },
  });
  const routes = gateway.logged.map(({ req }) => (req as { route: string }).route);
  expect(routes).toEqual([
    '/api/v1/connectors/authorizations/:ticket',
    '/api/v1/units/:id',
    '/api/v1/subjects/:id',
    'unknown',
    'unknown',
    '/docs',
    '/api/v1/connectors/authorizations/:ticket',
    'unknown',
    '/health/live',
  ]);
});
