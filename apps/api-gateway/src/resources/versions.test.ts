import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isVersioned } from '@trellis/operations';
import { operations } from '../operations.js';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { requestMemory } from '../testing/request-memory.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const other = '0190b1f4-6d5c-7cc0-8000-000000000002';

/** Paths whose answers have no version, with the reason. */
const unversioned = {
  '/api/v1/connectors/authorizations/:ticket': 'redirects',
  '/api/v1/connectors/authorized': 'redirects',
  '/api/v1/connectors/logos/:logo': 'Another logo has another address.',
  '/api/v1/units/export': 'lines',
  '/api/v1/subjects/:id/export': 'lines',
  '/api/v1/audit/export': 'lines',
  '/api/v1/things/:id/properties/:name/observe': 'a stream',
  '/api/v1/things/:id/events/:name': 'a stream',
  '/api/v1/events': 'a stream',
  '/api/v1/activity/stream': 'a stream',
  '/api/v1/connectors/clients/:id/diagnostics': 'a record of this moment',
  '/api/v1/subscriptions/:id/events': 'a stream',
  '/api/v1/changes': 'a feed: its cursors are versions, and no page is asked for twice',
  '/api/auth/:action': 'it is for the session alone',
  '/api/auth/:action/:step': 'it is for the session alone',
  '/health': 'a measurement of this moment',
  '/health/live': 'a measurement of this moment',
  '/health/ready': 'a measurement of this moment',
};

test('whatever is read has a version, but for what is listed with a reason', () => {
  const without = operations.filter((row) => row.method === 'get' && !isVersioned(row));
  const reasonOf = ({ answer }: (typeof operations)[number]) => {
    const { unversioned, events, lines, status } = answer;
    if (unversioned !== undefined) return unversioned;
    if (events) return 'a stream';
    return lines ? 'lines' : status === 303 && 'redirects';
  };
  const reasons = without.map((row) => [row.path, reasonOf(row)]);
  expect(Object.fromEntries(reasons)).toEqual(unversioned);
});

describe('what has a version', () => {
  let calls: Calls;
  let gateway: TestGateway;
  beforeEach(async () => {
    calls = {};
    gateway = await startGateway(calls);
  });
  afterEach(() => gateway.close());

  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    sendJson(gateway, method, `/api/v1${path}`, { headers });
  const etagOf = async (path: string, headers = {}) =>
    (await send('GET', path, headers)).headers.get('etag')!;

  test.each<[string, string, unknown, unknown]>([
    ['/limits', 'quotas.read', [{ name: 'units', limit: 5, used: 0 }], []],
    [`/units?limit=1`, 'units.list', { items: [id] }, { items: [id], next: '7' }],
    [`/units/${id}/subjects`, 'units.references', { items: ['ada'] }, { items: [] }],
    [
      `/connectors/clients/${id}/unit_suggestions`,
      'clients.rooms',
      [],
      [{ id: 'r', name: 'Attic', type: 'room', things: [id] }],
    ],
  ])('%s is sent again only when it has changed', async (path, call, first, second) => {
    calls[call] = () => first;
    const etag = await etagOf(path);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const method of ['GET', 'HEAD']) {
      const again = await send(method, path, { 'if-none-match': etag });
      expect([again.status, again.headers.get('etag'), again.body]).toEqual([304, etag, undefined]);
    }
    calls[call] = () => second;
    const changed = await send('GET', path, { 'if-none-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('a page of Thing Descriptions, although tickets are never the same', async () => {
    const thing = {
      id,
      title: 'Lamp',
      types: [],
      properties: {},
      actions: {},
      events: {},
      values: {},
      available: true,
      availability: { state: 'available' },
      creator: { kind: 'app', id: 'ada' },
      created: '2030-01-01T00:00:00.000Z',
      modified: '2030-01-01T00:00:00.000Z',
    };
    calls['things.describe'] = () => ({ items: [thing] });
    const headers = { accept: 'application/ld+json' };
    const etag = await etagOf('/things', headers);
    const again = await send('GET', '/things', { ...headers, 'if-none-match': etag });
    expect(again.status).toBe(304);
    thing.title = 'Reading lamp';
    expect(await etagOf('/things', headers)).not.toBe(etag);
  });

  describe('is not changed in another one', () => {
    let links: string[];
    beforeEach(() => {
      links = [id];
      calls['units.references'] = ({ page: { limit } }: { page: { limit: number } }) => ({
        items: links.slice(0, limit),
      });
      calls['units.link'] = () => ({});
      calls['units.remove_reference'] = () => ({});
    });
    const path = `/units/${id}/children`;
    const change = async (method: string, headers: Record<string, string>) =>
      (await sendJson(gateway, method, `/api/v1${path}`, { body: { id: other }, headers })).status;

    test('by If-Match, of the list without parameters', async () => {
      const etag = await etagOf(path);
      expect(await change('POST', { 'if-match': etag })).toBe(201);
      expect(await change('DELETE', { 'if-match': `"other", ${etag}` })).toBe(204);
      links.push(other);
      for (const method of ['POST', 'DELETE']) {
        expect(await change(method, { 'if-match': etag })).toBe(412);
        expect(await change(method, { 'if-match': `W/${await etagOf(path)}` })).toBe(412);
        expect(await change(method, { 'if-match': '*' })).toBeLessThan(300);
      }
      expect(gateway.audited.filter(({ status }) => status === 412)).toHaveLength(4);
    });

    test('and a repetition with the version of now is carried out', async () => {
      Object.assign(calls, requestMemory().calls);
      const headers = { 'if-match': '"other"', 'idempotency-key': 'a' };
      expect(await change('POST', headers)).toBe(412);
      expect(await change('POST', { ...headers, 'if-match': await etagOf(path) })).toBe(201);
    });

    test('which is refused where nothing has a version', async () => {
      const headers = { 'if-match': '"other"' };
      const answer = await send('POST', `/connectors/clients/${id}/poll`, headers);
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/headers/If-Match' }] },
      });
    });

    test('unless an earlier attempt may have changed it', async () => {
      const etag = await etagOf(path);
      links.push(other);
      const seed = '0190b1f4-6d5c-4cc0-8000-000000000003';
      calls['requests.begin'] = () => ({ state: 'begun', seed });
      calls['requests.end'] = () => ({});
      expect(await change('POST', { 'if-match': etag, 'idempotency-key': 'a' })).toBe(201);
    });
  });
});
