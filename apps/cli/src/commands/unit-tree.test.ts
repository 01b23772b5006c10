import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const ids = [1, 2, 3, 4, 5].map((n) => `01a1fb49-0d50-7523-8e7b-00000000000${n}`);
const unit = (id: string, more = {}) => ({
  id,
  href: `http://trellis.example/units/${id}`,
  name: `Unit ${id.at(-1)}`,
  type: 'building',
  children: 0,
  things: 0,
  ...more,
});

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  trellis = await startTrellis({
    'GET /api/v1/units': ({ url }) =>
      url.includes('parents=none') ? ids.map((id) => unit(id)) : [],
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test.each([
  ['2', 2, 'Only the first 2 units without a parent; use --limit for more.\n'],
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

test('children are read with one request per unit that has any', async () => {
  const [root, wing, room, attic, cellar] = ids as [string, string, string, string, string];
  const below: Record<string, object[]> = {
    [root]: [unit(wing, { children: 2 }), unit(room, { things: 100 }), unit(attic)],
    [wing]: [unit(cellar), unit(room)],
  };
  const house = await startTrellis({
    'GET /api/v1/units': () => [unit(root, { children: 3 })],
    ...Object.fromEntries(
      Object.entries(below).map(([id, units]) => [`GET /api/v1/units/${id}/children`, () => units]),
    ),
  });
  process.env.TRELLIS_URL = house.address;
  const { out, error } = await cli.run(['units', 'tree']);
  const some = await cli.run(['units', 'tree', '--limit', '3']);
  await house.close();
  expect(error).toBeUndefined();
  const names = (text: string) => text.split('\n').flatMap((line) => /Unit \d|…/.exec(line) ?? []);
  expect(names(out)).toEqual(['Unit 1', 'Unit 2', 'Unit 5', 'Unit 3', 'Unit 3', 'Unit 4']);
  expect(out).toContain('(100+ things)');
  expect(names(some.out)).toEqual(['Unit 1', 'Unit 2', '…', 'Unit 3', '…']);
});
