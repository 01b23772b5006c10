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

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  trellis = await startTrellis({ 'GET /api/v1/callback/deliveries': () => newestFirst });
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
