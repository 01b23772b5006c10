import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { recordCalls, type ReceivedCall } from '../testing/record-calls.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const other = '0190b1f4-6d5c-7cc0-8000-000000000002';
const api = 'http://trellis.test/api/v1';
const encoded = (cursor: string) => Buffer.from(cursor).toString('base64url');

let received: ReceivedCall[];
let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  ({ calls, received } = recordCalls());
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

async function get(path: string) {
  const response = await gateway.request(`/api/v1${path}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a list', () => {
  test.each([
    ['/units', 'units.list', '7'],
    ['/things', 'things.list', '7'],
    ['/subjects', 'subjects.list', '7'],
    ['/audit', 'audit.list', other],
    ['/connectors/clients', 'clients.list', '7'],
    ['/connectors/instances', 'instances.list', '7'],
    ['/callback/deliveries', 'deliveries.list', '7'],
    [`/units/${id}/children`, 'units.references', '7'],
    [`/units/${id}/parents`, 'units.references', '7'],
    [`/units/${id}/subjects`, 'units.references', '7'],
    [`/units/${id}/things`, 'units.references', '7'],
    [`/units/${id}/properties`, 'units.properties', '7'],
    [`/units/${id}/descendants`, 'units.traverse', '7.8'],
    [`/units/${id}/ancestors`, 'units.traverse', '7.8'],
  ])('%s has the page that is asked for', async (path, name, cursor) => {
    expect(await get(path)).toEqual({ status: 200, body: [] });
    expect((await get(`${path}?limit=3&cursor=${encoded(cursor)}`)).status).toBe(200);
    expect(received.map((call) => [call.name, call.input.page])).toEqual([
      [name, { limit: 1_000 }],
      [name, { limit: 3, cursor }],
    ]);
    for (const limit of ['0', '1001']) {
      expect(await get(`${path}?limit=${limit}`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/limit' }] },
      });
    }
  });

  test('of units or deliveries may be of some of them only', async () => {
    await get('/units?type=room&name=Attic');
    await get('/callback/deliveries?status=failed&sort=-created');
    await get('/callback/deliveries?sort=created');
    expect(received.map(({ input }) => input)).toMatchObject([
      { type: 'room', name: 'Attic' },
      { filter: { status: 'failed' }, descending: true },
      { descending: false },
    ]);
    for (const wrong of ['status=lost', 'sort=status']) {
      expect((await get(`/callback/deliveries?${wrong}`)).status).toBe(400);
    }
  });

  test('of connector clients may be of those that meet conditions only', async () => {
    await get('/connectors/clients?status=ERROR&paused=false');
    await get('/connectors/clients?attention=true');
    expect(received.map(({ input: { caller: _, page: __, ...conditions } }) => conditions)).toEqual(
      [{ status: 'ERROR', paused: false }, { attention: true }],
    );
    for (const condition of ['status=LOST', 'paused=yes', 'attention=1']) {
      expect((await get(`/connectors/clients?${condition}`)).status).toBe(400);
    }
  });

  test('of the audit log has filters, and an id is the same in every form', async () => {
    const urn = encodeURIComponent(`urn:uuid:${id.toUpperCase()}`);
    const times = 'from=2030-01-01T12:00:00Z&to=2030-01-01T14:00:00%2B01:00';
    await get(`/audit?resource=${urn}&actor=app&subject=alice&operation=delete&${times}`);
    expect(received.at(-1)!.input.filter).toEqual({
      resource: id,
      actor: 'app',
      subject: 'alice',
      operation: 'delete',
      from: 1_893_499_200_000,
      to: 1_893_502_800_000,
    });
  });
});

describe('a walk through the units', () => {
  test('follows one link or more', async () => {
    for (const depth of [1, 1_000_000]) {
      await get(`/units/${id}/descendants?depth=${depth}`);
      expect(received.at(-1)!.input).toMatchObject({ direction: 'descendants', depth });
    }
    for (const depth of ['0', '-1', '1000001']) {
      expect((await get(`/units/${id}/ancestors?depth=${depth}`)).status).toBe(400);
    }
  });

  test('has cursors of its own, which no list takes', async () => {
    const cursor = encoded('7.8');
    expect((await get(`/units/${id}/things?below=true&cursor=${cursor}`)).status).toBe(200);
    expect(received.at(-1)).toMatchObject({
      name: 'units.things_below',
      input: { page: { cursor: '7.8' } },
    });
    for (const below of ['', '&below=false']) {
      expect(await get(`/units/${id}/things?cursor=${cursor}${below}`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/cursor' }] },
      });
    }
  });
});

describe('a preview of the removal of a unit', () => {
  const remove = (query: string) =>
    gateway.request(`/api/v1/units/${id}${query}`, { method: 'DELETE' });

  test('has all links, however many pages they are', async () => {
    calls['units.references'] = ({
      relation,
      page,
    }: {
      relation: string;
      page: { cursor?: string };
    }) =>
      relation !== 'children'
        ? { items: [] }
        : page.cursor === undefined
          ? { items: [id], next: '1' }
          : { items: [other] };
    const response = await remove('?dry_run=true');
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        clients: [],
        things: [],
        links: [id, other].map((unit) => ({ relation: 'children', href: `${api}/units/${unit}` })),
      },
    ]);
    expect(received.map(({ name }) => name)).not.toContain('units.remove');
  });

  test('is not what dry_run=false asks for', async () => {
    for (const query of ['', '?dry_run=false']) expect((await remove(query)).status).toBe(204);
    expect(received.filter(({ name }) => name === 'units.remove')).toHaveLength(2);
    expect((await remove('?dry_run=yes')).status).toBe(400);
  });
});

test('a quota of the account shows what is used, also when that is nothing', async () => {
  const found = [[{ name: 'units', limit: 5, used: 0 }], [{ name: 'client_things', limit: 7 }]];
  calls['quotas.read'] = () => found.shift();
  expect((await get('/limits')).body).toEqual({
    quotas: [
      { name: 'units', per: 'developer', counts: 'units', limit: 5, used: 0 },
      { name: 'client_things', per: 'client', counts: 'things found at once', limit: 7 },
    ],
  });
});
