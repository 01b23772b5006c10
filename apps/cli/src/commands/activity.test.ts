import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const client = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const failed = {
  id: '01a1fb49-0d50-7523-8e7b-c9657c118514',
  connector_type_id: 'http-json',
  kind: 'poll',
  outcome: 'failed',
  code: 'unavailable',
  detail: 'hub.local answers\u001b with status 500.',
  count: 3,
  first: '2026-11-29T12:00:00.000Z',
  last: '2026-11-29T12:02:00.000Z',
  runs: [{ at: '2026-11-29T12:02:00.000Z', duration_ms: 12, started_by: { type: 'schedule' } }],
  has_requests: true,
};
const written = {
  ...failed,
  id: '01a1fb49-0d50-7523-8e7b-c9657c118515',
  kind: 'write',
  outcome: 'succeeded',
  code: undefined,
  detail: undefined,
  count: 1,
  runs: [{ ...failed.runs[0], name: 'on', started_by: { type: 'end_user', app: 'demo' } }],
  has_requests: false,
};
const requests = [
  {
    at: '2026-11-29T12:02:00.000Z',
    protocol: 'http',
    method: 'GET',
    address: 'http://hub.local/devices',
    status: 500,
    duration_ms: 11,
    received: { bytes: 8, body: 'Broken\u001b!' },
  },
];

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  const path = `/api/v1/connectors/clients/${client}`;
  trellis = await startTrellis({
    [`GET ${path}/activity`]: () => [written, failed],
    'GET /api/v1/activity': () => [written, failed],
    [`GET /api/v1/activity/${failed.id}`]: () => ({ ...failed, requests }),
    [`POST ${path}/debug`]: () => ({ until: '2026-11-29T12:30:00.000Z' }),
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('the log of a client says what was done and how it ended, newest last', async () => {
  const { out } = await cli.run(['clients', 'log', client, '--failed', '--search', 'hub']);
  const [first, second] = out.trim().split('\n');
  expect(first).toMatch(
    /poll +unavailable: hub\.local answers.* with status 500\. \(3 times, 12 ms\)$/,
  );
  expect(second).toMatch(/write +succeeded \(12 ms, on, by end user\)$/);
  expect(out).not.toContain('\u001b');
  const { searchParams } = new URL(trellis.requests[0]!.url, trellis.address);
  expect([searchParams.get('outcome'), searchParams.get('q')]).toEqual(['failed', 'hub']);
});

test('the activity of the account has the filters of the console', async () => {
  const filters = [
    '--client',
    client,
    '--end-user',
    'alice',
    '--type',
    'http-json',
    '--code',
    'unavailable',
  ];
  const { out } = await cli.run([
    'activity',
    ...filters,
    '--outcome',
    'failed',
    '--until',
    '2026-12-01',
  ]);
  expect(out.trim().split('\n')).toHaveLength(2);
  const { searchParams } = new URL(trellis.requests[0]!.url, trellis.address);
  searchParams.delete('limit');
  expect(Object.fromEntries(searchParams)).toEqual({
    client,
    subject: 'alice',
    connector_type_id: 'http-json',
    code: 'unavailable',
    outcome: 'failed',
    to: expect.stringMatching(/^2026-1[12]-/),
  });
});

test('it shows the requests that were recorded', async () => {
  const { out } = await cli.run(['clients', 'log', client, '--requests']);
  expect(out).toContain('    GET http://hub.local/devices  500 (11 ms)');
  expect(out).toContain('      Broken');
  const { out: json } = await cli.run(['clients', 'log', client, '--requests', '--json']);
  const lines = json
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ kind: 'poll', requests }, { kind: 'write' }]);
});

test('a client is debugged for some minutes', async () => {
  const { error, err } = await cli.run(['clients', 'debug', client]);
  expect(error).toBeUndefined();
  expect(err).toContain('Everything is recorded until');
});
