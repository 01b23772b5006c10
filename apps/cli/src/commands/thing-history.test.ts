import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { dayAndTime } from '../output/format.js';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const id = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const at = (minute: number) => `2026-11-29T12:0${minute}:00.000Z`;

let trellis: FakeTrellis;
let cli: TestCli;
let queried: URLSearchParams;
beforeEach(async () => {
  trellis = await startTrellis({
    [`GET /api/v1/things/${id}`]: () => ({ id, title: 'Meter', properties: {}, actions: {} }),
    [`GET /api/v1/things/${id}/properties/power/history`]: ({ url }) => {
      queried = new URL(url, 'http://trellis.test').searchParams;
      if (!queried.has('interval')) return [{ time: at(2) }, { time: at(1), value: 40 }];
      return [{ start: at(0), end: at(5), coverage: 0.5, min: 1, mean: 2, max: 3, last: 2 }];
    },
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

const rows = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().split(/ {2,}/));

test('the history of a property has its values, newest last', async () => {
  const { out, error } = await cli.run(['things', 'history', id, 'power', '--since', at(0)]);
  expect(error).toBeUndefined();
  expect(rows(out)).toEqual([['TIME', 'VALUE'], [dayAndTime(at(1)), '40'], [dayAndTime(at(2))]]);
  expect(Object.fromEntries(queried)).toMatchObject({ from: at(0), order: 'desc' });
});

test('intervals are summed up', async () => {
  const { out } = await cli.run(['things', 'history', id, 'power', '--interval', 'PT5M']);
  expect(rows(out)).toEqual([
    ['START', 'MIN', 'MEAN', 'MAX', 'LAST', 'KNOWN'],
    [dayAndTime(at(0)), '1', '2', '3', '2', '50 %'],
  ]);
});
