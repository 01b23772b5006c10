import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Input, ConnectorsContract } from '@trellis/contracts';
import { startGateway, type TestGateway } from '../testing/gateway.js';

type Call = Input<ConnectorsContract, 'usage.read'>;

const figures = { clients: 1, things: 2, polls: 3, writes: 4, events: 5, deliveries: 6, bytes: 7 };

let calls: Call[];
let gateway: TestGateway;
beforeEach(async () => {
  calls = [];
  gateway = await startGateway({
    'usage.read': (input: Call) => {
      calls.push(input);
      const [, , subject] = JSON.parse(input.page.cursor ?? '["","",""]') as [
        string,
        string,
        string,
      ];
      if (subject !== '') return { items: [{ subject: '=1+1,"x"', ...figures, partial: true }] };
      return { items: [{ subject: 'alice', ...figures }], next: '["","","alice"]' };
    },
  });
});
afterEach(() => gateway.close());

const get = (query: string, headers: Record<string, string> = {}) =>
  gateway.request(`/api/v1/usage${query}`, { headers });

test('a page has the usage of the last 30 days, by day, and the next one follows it', async () => {
  const answer = await get('?limit=1');
  expect(await answer.json()).toEqual([{ subject: 'alice', ...figures }]);
  const { since, until, groups } = calls[0]!.filter;
  expect(Date.parse(until) - Date.parse(since)).toBe(30 * 24 * 60 * 60_000);
  expect(groups).toEqual(['day']);
  const [, next] = /<(.*)>/.exec(answer.headers.get('link')!)!;
  const second = await get(new URL(next!).search);
  expect(await second.json()).toMatchObject([{ partial: true }]);
  expect(second.headers.get('link')).toBeNull();
});

test('a subject and conditions are passed on', async () => {
  const query =
    '?since=2026-01-01&until=2026-02-01&group_by=connector,subject&connector=wot&subject=bob';
  await get(query, { 'X-External-Subject-Id': 'alice' });
  expect(calls[0]).toMatchObject({
    caller: { developer: 'ada', subject: 'alice' },
    filter: {
      since: '2026-01-01',
      until: '2026-02-01',
      groups: ['connector', 'subject'],
      connector_type_id: 'wot',
      subject: 'bob',
    },
  });
});

test('a table has all pages, and no text that is a formula', async () => {
  const answer = await get('?group_by=subject', { Accept: 'text/csv' });
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
  expect((await answer.text()).split('\r\n')).toEqual([
    'day,connector_type_id,subject,clients,things,polls,writes,events,deliveries,bytes,partial',
    ',,alice,1,2,3,4,5,6,7,',
    `,,"'=1+1,""x""",1,2,3,4,5,6,7,true`,
    '',
  ]);
});

test.each([
  ['?since=2026-02-01&until=2026-02-01', '/query/until'],
  ['?since=2024-01-01&until=2026-01-01', '/query/since'],
  ['?since=yesterday', '/query/since'],
  ['?group_by=day,day', '/query/group_by'],
  ['?group_by=client', '/query/group_by'],
  [`?cursor=${Buffer.from('["","\\u0000",""]').toString('base64url')}`, '/query/cursor'],
])('%s is refused, with the member named', async (query, pointer) => {
  const answer = await get(query);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ pointer }] });
  expect(calls).toEqual([]);
});

test('a token without the scope is refused', async () => {
  const authorization = `Bearer ${gateway.tokenOf('ada', 'ada', 'svc.things.read')}`;
  expect((await get('', { authorization })).status).toBe(403);
});
