import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '../testing/gateway.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const other = '0190b1f4-6d5c-7cc0-8000-000000000002';
const api = 'http://trellis.test/api/v1';
const ms = (time: string) => Date.parse(time);

let received: { name: string; input: Record<string, unknown> }[];
let gateway: TestGateway;
beforeEach(async () => {
  received = [];
  const answer = (name: string, output: object) => (input: never) => {
    received.push({ name, input });
    return output;
  };
  const start = ms('2026-11-01T00:00:00Z');
  gateway = await startGateway({
    'history.values': answer('history.values', {
      items: [
        { since: start, until: start + 1_000 },
        { since: start + 1_000, value: 21.5 },
      ],
      next: start + 5_000,
    }),
    'history.intervals': answer('history.intervals', {
      series: [
        {
          id,
          intervals: [
            { start, end: start + 1_000, coverage: 1, count: 2, min: 1, max: 3, mean: 2, last: 3 },
          ],
        },
      ],
    }),
  });
});
afterEach(() => gateway.close());

async function get(path: string) {
  const response = await gateway.request(`/api/v1${path}`);
  return { status: response.status, body: (await response.json()) as unknown, response };
}
const ofLevel = `/things/${id}/properties/level/history`;

test('values are read with their times, page by page', async () => {
  const range = 'from=2026-11-01T01:00:00%2B01:00&to=2026-11-01T12:00:00Z';
  const { body, response } = await get(`${ofLevel}?${range}&limit=2&order=asc`);
  expect(body).toEqual([
    { time: '2026-11-01T00:00:00.000Z', until: '2026-11-01T00:00:01.000Z' },
    { time: '2026-11-01T00:00:01.000Z', value: 21.5 },
  ]);
  const [from, to] = [ms('2026-11-01T00:00:00Z'), ms('2026-11-01T12:00:00Z')];
  expect(received[0]!.input).toMatchObject({ id, name: 'level', from, to, descending: false });
  const next = /<(.*)>; rel="next"/.exec(response.headers.get('link')!)![1]!;
  expect(next).toContain(`${api}${ofLevel}?`);
  await get(next.slice(api.length));
  expect(received[1]!.input).toMatchObject({ from: from + 5_000, to, limit: 2 });
  await get(`${next.slice(api.length).replace('order=asc', 'order=desc')}`);
  expect(received[2]!.input).toMatchObject({ from, to: from + 5_000, descending: true });
});

test('intervals are those of a time zone, with what is asked for', async () => {
  const range = 'from=2026-10-24T22:00:00Z&to=2026-10-26T23:00:00Z';
  const { body } = await get(
    `${ofLevel}?${range}&interval=P1D&timezone=Europe/Berlin&aggregate=mean,last`,
  );
  expect(body).toEqual([
    {
      start: '2026-11-01T00:00:00.000Z',
      end: '2026-11-01T00:00:01.000Z',
      coverage: 1,
      mean: 2,
      last: 3,
    },
  ]);
  const edges = ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'].map(ms);
  expect(received[0]!.input).toMatchObject({ ids: [id], name: 'level', edges });
});

test('several things are read at once, with ids in every form', async () => {
  const found = await get(
    `/history?thing=urn:uuid:${id}&thing=${encodeURIComponent(`${api}/things/${id}`)}&property=level&interval=PT1H`,
  );
  expect(found.body).toMatchObject([
    { thing: { href: `${api}/things/${id}` }, intervals: [{ count: 2 }] },
  ]);
  expect(received[0]!.input).toMatchObject({ ids: [id] });
  const missing = await get(`/history?thing=${id}&thing=${other}&property=level&interval=PT1H`);
  expect(missing).toMatchObject({ status: 400, body: { errors: [{ pointer: '/query/thing' }] } });
});

const things = new Array<string>(21).fill(`thing=${id}`).join('&');
test.each([
  ['from=yesterday', 'from'],
  ['from=1969-12-31T00:00:00Z', 'from'],
  ['from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'from'],
  ['from=9999-01-01T00:00:00Z', 'from'],
  ['interval=PT0S', 'interval'],
  ['interval=1h', 'interval'],
  ['interval=PT1S', 'interval'],
  ['from=1970-01-01T00:00:00Z&interval=P1D', 'interval'],
  ['interval=P1D&timezone=Mars', 'timezone'],
  ['interval=P1D&aggregate=mean,median', 'aggregate/1'],
  ['timezone=UTC', 'timezone'],
  ['interval=P1D&order=asc', 'order'],
  ['interval=P1D&limit=5', 'limit'],
  ['cursor=x', 'cursor'],
  ['limit=1001', 'limit'],
])('%s is refused', async (query, member) => {
  expect(await get(`${ofLevel}?${query}`)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: `/query/${member}` }] },
  });
});

test.each([
  [`thing=${id}&property=level`, 'interval'],
  [`property=level&interval=P1D`, 'thing'],
  [`thing=${id}&interval=P1D`, 'property'],
  [`${things}&property=level&interval=P1D`, 'thing'],
  [`thing=${id}&property=level&interval=P1D&order=asc`, 'order'],
])('of several things %s is refused', async (query, member) => {
  const { status, body } = await get(`/history?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ pointer: `/query/${member}` }] });
});

test('a cursor that is no time leads nowhere', async () => {
  const cursor = Buffer.from('999999999999999999').toString('base64url');
  const to = '2026-11-01T12:00:00Z';
  expect((await get(`${ofLevel}?to=${to}&cursor=${cursor}`)).status).toBe(200);
  expect(received[0]!.input).toMatchObject({ from: ms(to), to: ms(to) });
});
