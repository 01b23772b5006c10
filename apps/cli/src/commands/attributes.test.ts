import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const path = '/api/v1/subjects/alice%20smith';

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  trellis = await startTrellis({
    [`GET ${path}`]: () => ({ id: 'alice smith', attributes: { no: '4711', plan: 'a=b' } }),
    [`PATCH ${path}`]: () => null,
    'GET /api/v1/subjects': () => [],
    'GET /api/v1/things': () => [],
    'GET /api/v1/connectors/clients': () => [],
    'GET /api/v1/connectors/descriptions': () => [],
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('attributes are shown', async () => {
  const { error, out } = await cli.run(['attributes', 'subject', 'alice smith']);
  expect(error).toBeUndefined();
  expect(out).toBe('no=4711\nplan=a=b\n');
  expect(trellis.requests.map(({ method }) => method)).toEqual(['GET']);
});

test('attributes are set, and removed by empty values', async () => {
  await cli.run(['attributes', 'subject', 'alice smith', 'no=12', 'plan=', 'q=a=b']);
  expect(trellis.requests[0]).toMatchObject({
    method: 'PATCH',
    body: JSON.stringify({ attributes: { no: '12', plan: '', q: 'a=b' } }),
  });
});

test.each([['things'], ['clients'], ['subjects']])('%s are listed by attributes', async (list) => {
  await cli.run([list, 'list', '--attribute', 'no=47 11', '--attribute', 'plan=b']);
  const { url } = trellis.requests.find(({ url }) => url!.includes('no'))!;
  const { searchParams } = new URL(url!, trellis.address);
  expect(searchParams.get('attributes[no]')).toBe('47 11');
  expect(searchParams.get('attributes[plan]')).toBe('b');
});
