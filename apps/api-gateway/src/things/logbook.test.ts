import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { LogbookEntry } from '@trellis/contracts';
import { startGateway, type TestGateway } from '../testing/gateway.js';

const thing = '0190b1f4-6d5c-7cc0-8000-000000000001';
const batch = '0190b1f4-6d5c-7cc0-8000-000000000002';
const time = '2026-11-21T00:00:00.000Z';
const common = { cursor: '7-1-0', time };

let gateway: TestGateway;
let entries: LogbookEntry[];
let next: string | undefined;
let received: Record<string, unknown>[];
beforeEach(async () => {
  entries = [];
  next = undefined;
  received = [];
  gateway = await startGateway({
    'things.logbook': (input: Record<string, unknown>) => {
      received.push(input);
      return { items: entries, next };
    },
  });
});
afterEach(() => gateway.close());

async function read(query = '') {
  const response = await gateway.request(`/api/v1/things/${thing}/logbook${query}`);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test('an entry says what changed, from what to what, and who requested it', async () => {
  const value = { kind: 'property_changed' as const, name: 'on', value: true };
  const target = { value: 50, requested: time, status: 'pending' as const };
  entries = [
    { ...common, ...value },
    { ...common, ...value, previous: false, requester: { app: 'demo', request_id: '1' } },
    { ...common, ...value, requester: { app: 'demo', subject: 'alice' } },
    { ...common, ...value, requester: { app: 'demo', subject: 'alice', batch } },
    { ...common, kind: 'target_changed', name: 'level', target, requester: { app: 'demo' } },
    { ...common, kind: 'target_changed', name: 'level', target },
    { ...common, kind: 'thing_event', name: 'pressed', data: 2, occurred: time },
    {
      ...common,
      kind: 'availability_changed',
      previous: 'available',
      value: 'unknown',
      code: 'unavailable',
      ofClient: true,
    },
    { ...common, kind: 'device_replaced', other: batch, requester: { app: 'demo' } },
  ];
  const shown = { id: common.cursor, time };
  const changed = { ...shown, kind: 'property_changed', property: 'on', value: true };
  const requested = { ...shown, kind: 'target_changed', property: 'level', value: 50 };
  expect((await read()).body).toEqual([
    { ...changed, cause: { type: 'reported' } },
    { ...changed, previous: false, cause: { type: 'app', app: 'demo', request_id: '1' } },
    { ...changed, cause: { type: 'subject', app: 'demo', subject: 'alice' } },
    { ...changed, cause: { type: 'batch', app: 'demo', subject: 'alice', batch } },
    { ...requested, status: 'pending', cause: { type: 'app', app: 'demo' } },
    { ...requested, status: 'pending', cause: { type: 'unknown' } },
    {
      ...shown,
      kind: 'thing_event',
      event: 'pressed',
      data: 2,
      occurred_at: time,
      cause: { type: 'reported' },
    },
    {
      ...shown,
      kind: 'availability_changed',
      previous: 'available',
      value: 'unknown',
      code: 'unavailable',
      cause: { type: 'client' },
    },
    { ...shown, kind: 'device_replaced', with: batch, cause: { type: 'app', app: 'demo' } },
  ]);
});

test('a property, an event and a time select entries, and pages follow each other', async () => {
  next = '6-2-0';
  const since = encodeURIComponent('2026-11-21T01:00:00+01:00');
  const { headers } = await read(`?property=on&since=${since}&limit=10`);
  expect(received[0]).toMatchObject({
    id: thing,
    page: { limit: 10 },
    kinds: ['property_changed', 'target_changed'],
    name: 'on',
    since: time,
  });
  const [, cursor] = /cursor=([^&>]+)/.exec(headers.get('link')!)!;
  await read(`?event=pressed&cursor=${cursor}`);
  expect(received[1]).toMatchObject({
    page: { limit: 1000, cursor: next },
    kinds: ['thing_event'],
    name: 'pressed',
  });
});

test.each(['?property=on&event=pressed', '?since=yesterday', '?cursor=MQ', '?kind=all'])(
  '%s is refused',
  async (query) => {
    expect((await read(query)).status).toBe(400);
    expect(received).toEqual([]);
  },
);
