import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { sendJson } from '../testing/send-json.js';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const path = '/api/v1/connectors/codes';
const codes = { user_code: '7BQ5ZQ', verification_uri: 'https://vendor.example/device' };
const expires = '2026-12-01T10:00:00.000Z';

let calls: Calls;
let reads: { state: string; browser?: string }[];
let gateway: TestGateway;
beforeEach(async () => {
  reads = [];
  calls = {
    'authorizations.begin': () => ({ state: 'the state' }),
    'authorizations.read_device': (of: (typeof reads)[number]) => {
      reads.push(of);
      return { developer: 'ada', connector_type_id: 'x-meters', expires, codes };
    },
    'authorizations.cancel_device': () => ({ location: 'https://app.example/' }),
    'connect.read_branding': () => ({ branding: { name: 'Acme Home' } }),
    'descriptions.list': () => [],
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

test('a browser is led to the code, which it alone can read', async () => {
  const begun = await gateway.request('/api/v1/connectors/authorizations/ticket');
  expect(begun.headers.get('location')).toBe('http://trellis.test/connect/code#the%20state');
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
  const read = (headers: Record<string, string>) =>
    gateway.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: '', ...headers },
      body: JSON.stringify({ state: 'the state' }),
    });
  const answer = await read({ cookie });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({
    name: 'x-meters',
    branding: { name: 'Acme Home' },
    expires,
    codes,
  });
  await read({});
  expect(reads).toEqual([
    { state: 'the state', browser: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { state: 'the state' },
  ]);
});

test('a code that has expired is a problem, and one that is canceled leads back', async () => {
  calls['authorizations.read_device'] = () => {
    throw new Problem('authorization_expired', 'It has expired.');
  };
  const sent = { body: { state: 'the state' } };
  expect((await sendJson(gateway, 'POST', path, sent)).status).toBe(400);
  const canceled = await sendJson(gateway, 'POST', `${path}/cancel`, sent);
  expect(canceled.body).toEqual({ location: 'https://app.example/' });
});
