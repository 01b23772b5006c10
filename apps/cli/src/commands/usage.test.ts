import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const figures = {
  clients: 1,
  things: 5,
  polls: 1440,
  writes: 2,
  events: 9,
  deliveries: 3,
  bytes: 40,
};
const days = [
  { day: '2026-11-29', ...figures },
  { day: '2026-11-30', ...figures, partial: true },
];

let trellis: FakeTrellis;
let cli: TestCli;
let queried: URLSearchParams;
beforeEach(async () => {
  trellis = await startTrellis({
    'GET /api/v1/usage': ({ url }) => {
      queried = new URL(url, 'http://trellis.test').searchParams;
      return days;
    },
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('usage shows the figures of days, and which are not complete', async () => {
  const { out, err } = await cli.run(['usage', '--since', '2026-11-29']);
  const [head, first, second] = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(head).toEqual([
    'DAY',
    'CLIENTS',
    'THINGS',
    'POLLS',
    'WRITES',
    'EVENTS',
    'DELIVERIES',
    'BYTES',
  ]);
  expect(first).toEqual(['2026-11-29', '1', '5', '1,440', '2', '9', '3', '40']);
  expect(second![0]).toBe('2026-11-30 *');
  expect(err).toContain('* A day has not ended');
  expect(Object.fromEntries(queried)).toMatchObject({ since: '2026-11-29', group_by: 'day' });
});

test('usage is added up by several things, and shown as JSON', async () => {
  const { out } = await cli.run(['usage', '--by', 'connector,subject', '--json']);
  expect(JSON.parse(out)).toEqual(days);
  expect(queried.get('group_by')).toBe('connector,subject');
});

test.each([
  [['--by', 'client'], 'connector'],
  [['--since', 'yesterday'], '2026-11-01'],
])('%j is refused with what is possible', async (options, hint) => {
  const { error } = await cli.run(['usage', ...options]);
  expect(String(error)).toContain(hint);
});
