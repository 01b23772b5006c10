import { afterEach, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const now = '2026-11-21T00:00:00.000Z';
const echoId = ({ id }: { id: string }) => ({ id });
const calls: Calls = {
  'units.create': echoId,
  'units.add_property': () => ({}),
  'instances.create': echoId,
  'clients.create': echoId,
  'things.create': ({ id, app, state }: { id: string; app: string; state: object }) => ({
    ...state,
    id,
    availability: { state: 'available' },
    creator: { kind: 'app', id: app },
    created: now,
    modified: now,
  }),
  'webhooks.put': ({ url, events }: { url: string; events: string[] }) => ({
    webhook: { url, events, created: now, modified: now },
    isNew: true,
    secretStored: true,
  }),
};

let gateway: TestGateway;
afterEach(() => gateway.close());

const connector = { connector_type_id: 'simulator', configuration: {} };
const unit = '0190b1f4-6d5c-7cc0-8000-000000000001';
const id = '[0-9a-f-]{36}';

test.each<[method: string, path: string, body: object, location: string]>([
  ['POST', '/units', { name: 'a', type: 'b' }, `/units/${id}`],
  [
    'POST',
    `/units/${unit}/properties`,
    { name: 'a/b', value: 1 },
    `/units/${unit}/properties/a%2Fb`,
  ],
  ['POST', '/things', { title: 'Lamp' }, `/things/${id}`],
  ['POST', '/connectors/instances', connector, `/connectors/instances/${id}`],
  ['POST', '/connectors/clients', connector, `/connectors/clients/${id}`],
  ['PUT', '/callback', { url: 'https://app.example/' }, '/callback'],
])('%s %s is 201, and says where to find what it created', async (method, path, body, location) => {
  gateway = await startGateway(calls);
  const response = await gateway.request(`/api/v1${path}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(path === '/connectors/clients' && { 'x-external-subject-id': 'alice' }),
    },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toMatch(
    new RegExp(`^http://trellis\\.test/api/v1${location}$`),
  );
});

test('a client that has to be authorized is 303, and says where', async () => {
  gateway = await startGateway({
    ...calls,
    'clients.create': (input: { id: string }) => ({
      ...echoId(input),
      authorization_ticket: 't/1',
    }),
  });
  const response = await gateway.request('/api/v1/connectors/clients', {
    method: 'POST',
    body: JSON.stringify(connector),
    headers: { 'content-type': 'application/json', 'x-external-subject-id': 'alice' },
  });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    'http://trellis.test/api/v1/connectors/authorizations/t%2F1',
  ]);
});
