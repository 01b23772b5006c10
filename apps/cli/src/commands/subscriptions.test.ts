import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const id = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const subscription = {
  id: `urn:uuid:${id}`,
  match: { capability: 'motion' },
  url: 'https://app.example/\u001bhot',
  status: 'active',
  created: '2026-11-29T12:00:00.000Z',
  error: { detail: 'Answered 503.', attempts: 3, since: '2026-11-29T12:00:00.000Z' },
};

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  const path = `/api/v1/subscriptions/${id}`;
  trellis = await startTrellis({
    'GET /api/v1/subscriptions': () => [subscription, { ...subscription, url: undefined }],
    [`GET ${path}`]: () => subscription,
    [`PATCH ${path}`]: () => ({}),
    [`GET ${path}/pending`]: () => [],
    [`POST ${path}/test`]: () => ({
      at: '2026-11-29T12:00:00.000Z',
      url: 'https://app.example/hot',
      error: 'It did not answer.',
      message: { id, type: 'test' },
    }),
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('the list says what matches, where messages go, and whether they fail', async () => {
  const { out } = await cli.run(['subscriptions']);
  const [head, posted, streamed] = out.trim().split('\n');
  expect(head).toMatch(/^ID +MATCH +TO +STATUS +CREATED$/);
  expect(posted).toMatch(/\{"capability":"motion"\} +https:.*hot +failed/);
  expect(streamed).toMatch(/ stream +failed/);
  expect(out).not.toContain('\u001b');
});

test('one is shown with the failure of its messages', async () => {
  const { out } = await cli.run(['subscriptions', 'show', id]);
  expect(out).toMatch(/Error +Answered 503\. \(3 attempts\)/);
});

test('a condition is removed by null, and a change of nothing is refused', async () => {
  await cli.run(['subscriptions', 'update', id, '--match', '{"capability":null,"type":"Light"}']);
  const { body } = trellis.requests[0]!;
  expect(JSON.parse(body)).toEqual({ match: { capability: null, type: 'Light' } });
  const { error } = await cli.run(['subscriptions', 'update', id]);
  expect(error).toMatchObject({ exitCode: 2 });
});

test('a test message that is not accepted is an error', async () => {
  const { out, error } = await cli.run(['subscriptions', 'test', id]);
  expect(out).toContain('It did not answer.');
  expect(error).toMatchObject({ message: 'The message was not accepted.' });
});

test('nothing may wait', async () => {
  expect((await cli.run(['subscriptions', 'pending', id])).err).toContain('No messages wait.');
});
