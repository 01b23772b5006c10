import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { terms } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from './testing/gateway.js';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

test('a request for the head has the headers of the body, and no body', async () => {
  calls['units.list'] = () => ({ items: ['0190b1f4-6d5c-7cc0-8000-000000000001'] });
  const [head, whole] = await Promise.all([
    gateway.request('/api/v1/units', { method: 'HEAD' }),
    gateway.request('/api/v1/units'),
  ]);
  for (const name of ['content-type', 'content-length']) {
    expect(head.headers.get(name)).toBe(whole.headers.get(name));
  }
  expect(await head.text()).toBe('');
});

test.each([
  ['/health/live', "default-src 'none'"],
  ['/api/v1/nothing', "default-src 'none'"],
  ['/docs/problems', "default-src 'self'"],
  ['/docs/terms', "default-src 'self'"],
])('the answer at %s has headers that protect browsers', async (path, policy) => {
  const { headers } = await gateway.request(path);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toMatch('max-age');
  expect(headers.get('x-frame-options')).toMatch(/DENY|SAMEORIGIN/);
  expect(headers.get('content-security-policy')).toMatch(policy);
  expect(headers.get('content-security-policy')).not.toMatch('upgrade-insecure-requests');
  expect(headers.get('x-powered-by')).toBeNull();
});

test('a term of its own has a line that its address names', async () => {
  const page = await (await gateway.request('/docs/terms')).text();
  for (const name of Object.keys(terms)) expect(page).toContain(`<tr id="${name}">`);
});
