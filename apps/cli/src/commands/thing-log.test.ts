import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { dayAndTime } from '../output/format.js';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const id = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const other = '01a1fb49-0d50-7523-8e7b-c9657c118514';

const at = (minute: number) => `2026-11-29T12:0${minute}:00.000Z`;
const entry = (minute: number, more: object) => ({ id: `${minute}`, time: at(minute), ...more });
const on = { kind: 'property_changed', property: 'on' };
const newestFirst = [
  entry(6, { kind: 'device_replaced', with: other, cause: { type: 'app', app: 'demo' } }),
  entry(5, {
    kind: 'availability_changed',
    previous: 'available',
    value: 'unknown',
    code: 'unavailable',
    cause: { type: 'client' },
  }),
  entry(4, { kind: 'thing_event', event: 'pressed', data: 2, cause: { type: 'reported' } }),
  entry(3, {
    ...on,
    previous: true,
    value: false,
    cause: { type: 'batch', app: 'demo', batch: other, request_id: 'r-3' },
  }),
  entry(2, {
    ...on,
    previous: false,
    value: true,
    cause: { type: 'subject', app: 'demo', subject: 'al\u001bice' },
  }),
  entry(1, {
    kind: 'target_changed',
    property: 'on',
    value: true,
    status: 'pending',
    cause: { type: 'app', app: 'demo', request_id: 'r-1' },
  }),
  entry(0, { ...on, value: false, cause: { type: 'reported' } }),
];

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  trellis = await startTrellis({
    [`GET /api/v1/things/${id}`]: () => ({ id, title: 'Lamp', properties: {}, actions: {} }),
    [`GET /api/v1/things/${id}/logbook`]: () => newestFirst,
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

const columns = (line: string) => line.split(/ {2,}/);

test('the log of a thing says when what changed and why, newest last', async () => {
  const { out, error } = await cli.run(['things', 'log', id, '--limit', '0']);
  expect(error).toBeUndefined();
  const [head, ...lines] = out.trimEnd().split('\n').map(columns);
  expect(head).toEqual(['TIME', 'WHAT', 'CHANGE', 'WHY', 'REQUEST']);
  const time = (minute: number) => dayAndTime(at(minute));
  expect(lines).toEqual([
    [time(0), 'on', 'false', 'device'],
    [time(1), 'on', '→ true (pending)', 'app demo', 'r-1'],
    [time(2), 'on', 'false → true', 'end user al\ufffdice (app demo)'],
    [time(3), 'on', 'true → false', `app demo, bulk command ${other}`, 'r-3'],
    [time(4), 'pressed', '2', 'device'],
    [time(5), 'availability', 'available → unknown (unavailable)', 'client'],
    [time(6), 'device', `replaced by that of ${other}`, 'app demo'],
  ]);
});

test('a property and a time select entries, and JSON has all of an entry', async () => {
  const args = ['things', 'log', id, '--property', 'on', '--since', '2h', '--limit', '2', '--json'];
  const { out } = await cli.run(args);
  expect(JSON.parse(out)).toEqual(newestFirst.slice(0, 2).toReversed());
  const { searchParams } = new URL(trellis.requests.at(-1)!.url, trellis.address);
  expect(searchParams.get('property')).toBe('on');
  const age = Date.now() - Date.parse(searchParams.get('since')!);
  expect(Math.round(age / 60_000)).toBe(120);
});

test('what is not a time is refused before anything is sent', async () => {
  const { error } = await cli.run(['things', 'log', id, '--since', 'yesterday']);
  expect(error).toMatchObject({ message: expect.stringContaining('yesterday is not a time') });
  expect(trellis.requests).toEqual([]);
});
