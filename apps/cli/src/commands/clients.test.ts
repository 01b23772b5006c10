import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { newToken, startTrellis, type FakeTrellis } from '../testing/server.js';

const id = (n: number) => `01a1fb49-0d50-7523-8e7b-${String(n).padStart(12, '0')}`;
const api = 'http://trellis.example/api/v1';

const client = (n: number, more: object = {}) => ({
  id: id(n),
  href: `${api}/connectors/clients/${id(n)}`,
  status: 'STARTED',
  connector: { href: `${api}/connectors/descriptions/1` },
  instance: { href: `${api}/connectors/instances/1` },
  subject: { href: `${api}/subjects/user-${n}` },
  warnings: 0,
  things: 3,
  awaits_authorization: false,
  last_polled: null,
  next_poll: null,
  ...more,
});
const error = { code: 'unavailable', detail: 'It is away.', since: '2026-11-21T00:00:00.000Z' };
const failing = (n: number) => client(n, { status: 'ERROR', error });

let trellis: FakeTrellis;
let cli: TestCli;
let requested: string[];
/** Items to return, by the query without `limit`. */
let listed: Record<string, object[]>;
beforeEach(async () => {
  [requested, listed] = [[], {}];
  trellis = await startTrellis({
    'GET /health': () => ({ services: {} }),
    'GET /api/v1/changes': () => ({ changes: [], cursor: '1' }),
    'GET /api/v1/connectors/clients': ({ url }) => {
      const query = new URL(url, api).searchParams;
      const limit = Number(query.get('limit'));
      query.delete('limit');
      requested.push(query.toString());
      return (listed[query.toString()] ?? []).slice(0, limit);
    },
    [`DELETE /api/v1/connectors/clients/${id(1)}`]: ({ url }) =>
      url.includes('force')
        ? { given_up: [{ step: 'grant', code: 'unavailable', detail: 'It keeps the grant.' }] }
        : { clients: [], things: [], links: [] },
    'GET /api/v1/connectors/descriptions': () => [
      { id: 1, type_id: 'simulator', name: 'Simulator' },
    ],
  });
  const TRELLIS_TOKEN = newToken({ scope: 'svc.connector' });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('a list as JSON is complete, unless it is limited, which is said', async () => {
  listed['view=summary'] = Array.from({ length: 40 }, (_, n) => client(n));
  const all = await cli.run(['clients', 'list', '--json']);
  expect(JSON.parse(all.out)).toHaveLength(40);
  expect(all.err).toBe('');
  const some = await cli.run(['clients', 'list', '--json', '--limit', '5']);
  expect(JSON.parse(some.out)).toHaveLength(5);
  expect(some.err).toContain('Only the first 5 clients');
});

test.each([
  [[], 'view=summary'],
  [['--status', 'error'], 'status=ERROR&paused=false&view=summary'],
  [['--status', 'paused'], 'paused=true&view=summary'],
  [['--attention'], 'attention=true&view=summary'],
])('clients list %s is one request with the options as query', async (options, query) => {
  listed[query] = [failing(1), client(2, { things: 1_000, paused: { since: error.since } })];
  const { out, error: failure } = await cli.run(['clients', 'list', ...options]);
  expect(failure).toBeUndefined();
  expect(requested).toEqual([query]);
  expect(out).toMatch(/simulator +user-1 .*ERROR +3/);
  expect(out).toMatch(/simulator +user-2 .*PAUSED +1000\+/);
  expect(out).toContain('It is away.');
});

test('a forced deletion reports what the technology refused', async () => {
  const { err, error: failure } = await cli.run(['clients', 'delete', id(1), '--yes', '--force']);
  expect(failure).toBeUndefined();
  expect(err).toMatch(/Refused: It keeps the grant\.\n.*Client deleted\./);
});

const failingOnes = 'status=ERROR&paused=false&view=summary';

/** Returns the results of the doctor for clients. */
async function checkClients() {
  const { out } = await cli.run(['--json', 'doctor']);
  const found = JSON.parse(out) as { what: string; state: string; detail: string }[];
  return found.filter(({ what }) => what === 'Clients').map(({ state, detail }) => [state, detail]);
}

test('the doctor finds a failing client among any number of others', async () => {
  listed[failingOnes] = [failing(501)];
  expect(await checkClients()).toEqual([['wrong', `${id(501)} of user-501: It is away.`]]);
});

test('the doctor names ten failing clients and reports that there are more', async () => {
  listed[failingOnes] = Array.from({ length: 11 }, (_, n) => failing(n));
  const found = await checkClients();
  expect(found).toHaveLength(11);
  expect(found.at(-1)).toEqual(['wrong', 'More than 10 clients fail.']);
});

test.each([
  ['No client fails.', [client(1)]],
  ['There are no clients.', []],
])('the doctor reports: %s', async (text, all) => {
  listed[''] = all;
  expect(await checkClients()).toEqual([['ok', text]]);
});
