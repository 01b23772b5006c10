import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const message = (n: number) => ({
  id: `01a1fb49-0d50-7523-8e7b-00000000000${n}`,
  type: `event ${n}`,
  status: 'delivered',
  attempts: 1,
  created: `2026-11-2${n}T00:00:00.000Z`,
});
const newestFirst = [3, 2, 1].map(message);

const answers: Parameters<typeof startTrellis>[0] = {
  'GET /api/v1/callback/deliveries': () => newestFirst,
};
let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  trellis = await startTrellis(answers);
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test.each([
  ['2', [2, 3], 'Only the last 2 messages; --limit shows more.\n'],
  ['3', [1, 2, 3], ''],
  ['0', [1, 2, 3], ''],
])(
  'with --limit %s the latest messages are read, the last one at the end',
  async (limit, shown, note) => {
    const { out, err } = await cli.run(['deliveries', '--status', 'delivered', '--limit', limit]);
    expect(out.match(/event \d/g)).toEqual(shown.map((n) => `event ${n}`));
    expect(err).toBe(note);
    expect(trellis.requests[0]!.url).toContain('sort=-created&status=delivered');
  },
);

test('messages are selected by conditions', async () => {
  await cli.run(['deliveries', '--response', '5xx', '--search', 'is locked']);
  expect(trellis.requests[0]!.url).toContain('response_status=5xx&search=is%20locked');
});

test('all that meet conditions are redelivered, and their number is told', async () => {
  const redelivery = { id: message(1).id, href: '', created: message(1).created, redelivered: 500 };
  answers['POST /api/v1/callback/redeliveries'] = () => ({
    ...redelivery,
    status: 'running',
  });
  answers[`GET /api/v1/callback/redeliveries/${redelivery.id}`] = () => ({
    ...redelivery,
    status: 'completed',
    redelivered: 612,
  });
  const { out, err } = await cli.run(['deliveries', 'redeliver', '--status', 'failed']);
  expect(out + err).toContain('Redelivered 612 messages.');
  expect(JSON.parse(trellis.requests[0]!.body)).toEqual({ status: 'failed' });
  const { error } = await cli.run(['deliveries', 'redeliver']);
  expect(error).toMatchObject({ message: 'No message is given.' });
});

test('a test message shows how the app answers, as text', async () => {
  answers['POST /api/v1/callback/test'] = () => ({
    ...message(1),
    type: 'test',
    status: 'failed',
    payload: {},
    last_attempts: [
      {
        at: message(1).created,
        url: 'https://app.example/hook',
        duration_ms: 120,
        response_status: 500,
        error: 'The app answers with status 500.',
        answer: { text: '\u001b[31mTable events is locked', cut: false },
      },
    ],
  });
  const { out } = await cli.run(['deliveries', 'test']);
  expect(out).toContain('Table events is locked');
  expect(out).toContain('120 ms');
  expect(out).not.toContain('\u001b');
});
