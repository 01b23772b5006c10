import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const otherId = '0190b1f4-6d5c-7cc0-8000-000000000002';

const shown = { configuration: { host: 'hub.example' }, secrets: ['/password'] };
const calls: Calls = {};
let callers: unknown[];
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(calls);
  calls['clients.read_configuration'] = ({ caller, id }: { caller: object; id: string }) => {
    callers.push(caller);
    const binding = { purpose: 'shown-configuration', developer: 'ada', id } as const;
    return { shown: gateway.sealing.seal(binding, shown), version: 'v7' };
  };
  calls['clients.read'] = ({ id }: { id: string }) => ({
    id,
    instance: otherId,
    connector: 1,
    subject: 'alice',
    mappings: [],
    version: 'v7',
    status: 'STARTED',
    warnings: [],
    last_polled: null,
    next_poll: null,
  });
  calls['descriptions.list'] = () => [];
  calls['connect.overview'] = () => ({
    instances: [],
    clients: [
      {
        id,
        connector_type_id: 'hub',
        status: 'STARTED',
        needs_authorization: false,
        paused: false,
      },
    ],
  });
  calls['apps.read_revocation'] = () => ({ revoked: false });
  calls['connect.create_session'] = () => ({});
});
afterAll(() => gateway.close());
beforeEach(() => {
  callers = [];
});

const read = (path: string, token: string) =>
  sendJson(gateway, 'GET', `/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });

test('an app reads the configuration of a client, in the version that it changes', async () => {
  const { status, body, headers } = await read(
    `/connectors/clients/${id}/configuration`,
    gateway.tokenOf('ada'),
  );
  expect({ status, body }).toEqual({ status: 200, body: shown });
  expect(headers.get('etag')).toMatch(/^"v7\./);
  expect(callers).toEqual([{ developer: 'ada' }]);
});

test('the token of an end user reads it for that subject alone, and needs the scope', async () => {
  const path = `/connectors/clients/${id}/configuration`;
  const bound = gateway.tokenOf('ada', 'app', 'svc.connector', 'alice');
  expect((await read(path, bound)).status).toBe(200);
  expect(callers).toEqual([{ developer: 'ada', subject: 'alice' }]);
  const { status } = await read(path, gateway.tokenOf('ada', 'app', 'svc.things.read', 'alice'));
  expect([status, callers.length]).toEqual([403, 1]);
});

test('a connect session reads it of the clients that it includes, and of no others', async () => {
  const created = await sendJson<{ href: string }>(gateway, 'POST', '/api/v1/connect/sessions', {
    body: { client: id },
    headers: { 'x-external-subject-id': 'alice' },
  });
  const session = new URL(created.body.href).hash.slice(1);
  const { status, body } = await read(`/connect/clients/${id}/configuration`, session);
  expect({ status, body }).toEqual({ status: 200, body: shown });
  expect(callers).toEqual([{ developer: 'ada', subject: 'alice' }]);
  const other = await read(`/connect/clients/${otherId}/configuration`, session);
  expect([other.status, callers.length]).toEqual([404, 1]);
});

test('what is shown of one client is that of no other', async () => {
  const known = calls['clients.read_configuration'] as (input: object) => object;
  calls['clients.read_configuration'] = (input: object) => known({ ...input, id: otherId });
  const path = `/connectors/clients/${id}/configuration`;
  expect((await read(path, gateway.tokenOf('ada'))).status).toBe(500);
  calls['clients.read_configuration'] = known;
});
