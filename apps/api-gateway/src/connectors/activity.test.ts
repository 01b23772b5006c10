import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '../testing/gateway.js';

const clients = { starting: 0, started: 2, error: 1, paused: 1 };
const hour = {
  from: '2026-11-23T12:40:00.000Z',
  polls: 8,
  failed_polls: 1,
  late_polls: 1,
  max_lateness_seconds: 61.5,
  changes: 3,
};

let received: unknown[];
let gateway: TestGateway;
beforeEach(async () => {
  received = [];
  gateway = await startGateway({
    'activity.read': (input: unknown) => {
      received.push(input);
      return { clients, hours: [hour] };
    },
  });
});
afterEach(() => gateway.close());

test('the activity of an account is that of its clients', async () => {
  const answer = await gateway.request('/api/v1/connectors/activity');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ clients, hours: [hour] });
  expect(received).toEqual([{ developer: 'ada' }]);
});

test.each([
  ['an app that may not see connectors', () => gateway.tokenOf('ada', 'ada', 'svc.things.read')],
  ['an end user', () => gateway.tokenOf('ada', 'ada', undefined, 'alice')],
])('the activity is refused to %s', async (_, token) => {
  const headers = { authorization: `Bearer ${token()}` };
  const answer = await gateway.request('/api/v1/connectors/activity', { headers });
  expect(answer.status).toBe(403);
  expect(received).toEqual([]);
});
