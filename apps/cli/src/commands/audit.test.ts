import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { dayAndTime } from '../output/format.js';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const id = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const at = (minute: number) => `2026-11-29T12:0${minute}:00.000Z`;
const newestFirst = [
  {
    id: '2',
    time: at(2),
    actor: { type: 'app', id: 'demo' },
    subject: 'alice',
    operation: 'deleteUnit',
    resource: { type: 'unit', ids: [id] },
    status: 404,
    problem: 'not_found',
    request_id: 'r-2',
  },
  {
    id: '1',
    time: at(1),
    actor: { type: 'subject', id: 'alice' },
    subject: 'alice',
    operation: 'createUnits',
    resource: { type: 'unit', ids: [id, 'other'] },
    status: 200,
    items: { succeeded: 2, failed: 1 },
    request_id: 'r-1',
  },
];

let trellis: FakeTrellis;
let cli: TestCli;
let queried: URLSearchParams;
beforeEach(async () => {
  trellis = await startTrellis({
    'GET /api/v1/audit': ({ url }) => {
      queried = new URL(url, 'http://trellis.test').searchParams;
      return newestFirst;
    },
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

const columns = (line: string) => line.split(/ {2,}/);

test('audit says who changed what, newest last', async () => {
  const { out, error } = await cli.run(['audit']);
  expect(error).toBeUndefined();
  const [head, ...lines] = out.trimEnd().split('\n').map(columns);
  expect(head).toEqual(['TIME', 'WHO', 'OPERATION', 'RESOURCE', 'RESULT', 'REQUEST']);
  expect(lines).toEqual([
    [
      dayAndTime(at(1)),
      'subject alice',
      'createUnits',
      `unit ${id} and 1 more`,
      '2 succeeded, 1 failed',
      'r-1',
    ],
    [dayAndTime(at(2)), 'app demo for alice', 'deleteUnit', `unit ${id}`, 'not_found', 'r-2'],
  ]);
});

test('options of audit are conditions', async () => {
  const options = ['--operation', 'deleteUnit', '--actor', 'demo', '--since', at(1), '--json'];
  const { out } = await cli.run(['audit', ...options]);
  expect(JSON.parse(out)).toEqual(newestFirst.toReversed());
  expect(Object.fromEntries(queried)).toMatchObject({
    operation: 'deleteUnit',
    actor: 'demo',
    from: at(1),
  });
});
