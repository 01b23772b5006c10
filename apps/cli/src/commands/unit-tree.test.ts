import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const ids = [1, 2, 3, 4, 5].map((n) => `01a1fb49-0d50-7523-8e7b-00000000000${n}`);
const unit = (id: string) => ({
  ...{ id, name: `Unit ${id.at(-1)}`, type: 'building' },
  ...{ parents: [], children: [], things: [] },
});

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  trellis = await startTrellis({
    'GET /api/v1/units': ({ url }) =>
      url.includes('parents=none')
        ? ids.map((id) => ({ href: `http://trellis.example/units/${id}` }))
        : [],
    ...Object.fromEntries(ids.map((id) => [`GET /api/v1/units/${id}`, () => unit(id)])),
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test.each([
  ['2', 2, 'Only the first 2 units without a parent; --limit shows more.\n'],
  ['5', 5, ''],
  ['0', 5, ''],
])(
  'with --limit %s there are %d of five units, and what is missing is said',
  async (limit, count, note) => {
    const { out, err, error } = await cli.run(['units', 'tree', '--limit', limit]);
    expect(error).toBeUndefined();
    expect({ count: out.trim().split('\n').length, err }).toEqual({ count, err: note });
  },
);
