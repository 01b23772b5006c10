import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { recordCalls, type ReceivedCall } from '../testing/record-calls.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const other = '0190b1f4-6d5c-7cc0-8000-000000000002';
const api = 'http://trellis.test/api/v1';
const encoded = (cursor: string) => Buffer.from(cursor).toString('base64url');

const thing = (id: string) => ({
  id,
  title: 'Lamp',
  types: ['Light'],
  properties: {},
  actions: {},
  values: { on: true },
  available: false,
  availability: { state: 'available' },
  creator: { kind: 'app', id: 'app' },
  created: '2026-11-21T00:00:00.000Z',
  modified: '2026-11-21T00:00:00.000Z',
});

let received: ReceivedCall[];
let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  ({ calls, received } = recordCalls());
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

async function get(path: string, headers = {}) {
  const response = await gateway.request(`/api/v1${path}`, { headers });
  return { status: response.status, body: (await response.json()) as unknown, response };
}

const pointers = async (path: string) => {
  const { status, body } = await get(path);
  const { errors } = body as { errors: { pointer: string }[] };
  return [status, errors.map(({ pointer }) => pointer)];
};

describe('things', () => {
  test('are found by every condition, with ids in every form', async () => {
    const inUnit = encodeURIComponent(`${api}/units/${id}`);
    await get(
      `/things?type=Light&capability=light&available=false&client=urn:uuid:${other}&in=${inUnit}&limit=3` +
        `&subject=${encodeURIComponent(`${api}/subjects/bob%20b`)}`,
    );
    expect(received).toMatchObject([
      {
        name: 'things.find',
        input: {
          page: { limit: 3 },
          filter: {
            type: 'Light',
            capability: 'light',
            available: false,
            client: other,
            in: id,
            subject: 'bob b',
          },
        },
      },
    ]);
  });

  test('are found below a unit by a walk, which has cursors of its own', async () => {
    await get(`/things?capability=light&below=${id}&cursor=${encoded('d.1')}`);
    expect(received).toMatchObject([
      { name: 'units.things_below', input: { id, filter: { capability: 'light' } } },
    ]);
    expect(await pointers(`/things?capability=light&cursor=${encoded('d.1')}`)).toEqual([
      400,
      ['/query/cursor'],
    ]);
  });

  test('are not found by what cannot be meant', async () => {
    expect(await pointers('/things?capability=flying')).toEqual([400, ['/query/capability']]);
    expect(await pointers('/things?available=maybe')).toEqual([400, ['/query/available']]);
    expect(await pointers(`/things?in=${id}&below=${id}`)).toEqual([400, ['/query/below']]);
    expect(await pointers('/things?colour=red')).toMatchObject([400, expect.anything()]);
  });

  test.each([
    '/things',
    '/things?type=Light',
    `/things?below=${id}`,
    `/units/${id}/things?below=true`,
  ])('%s shows references, values or descriptions', async (path) => {
    for (const list of ['things.list', 'things.find', 'units.things_below']) {
      calls[list] = () => ({ items: [id, other], next: '7' });
    }
    calls['things.show'] = ({ ids }: { ids: string[] }) => ({
      things: ids.map(thing),
      covered: ids.length,
    });
    calls['things.describe'] = () => ({ items: [id, other].map(thing), next: '7' });
    const href = `${api}/things/${id}`;
    expect((await get(path)).body).toMatchObject([{ href }, {}]);
    const and = path.includes('?') ? '&' : '?';
    const values = await get(`${path}${and}view=values`);
    expect(values.body).toMatchObject([
      { id, href, title: 'Lamp', '@type': ['Light'], values: { on: true }, available: false },
      { id: other },
    ]);
    expect(values.response.headers.get('link')).toContain(`cursor=${encoded('7')}`);
    const described = await get(path, { accept: 'application/ld+json' });
    expect(described.response.headers.get('content-type')).toContain('application/ld+json');
    expect(described.body).toMatchObject([{ id: `urn:uuid:${id}`, forms: expect.anything() }, {}]);
  });

  test('that an answer has no room for are on the next page', async () => {
    calls['things.list'] = ({ page }: { page: { limit: number } }) =>
      page.limit === 1 ? { items: [id], next: '1' } : { items: [id, other] };
    calls['things.show'] = () => ({ things: [thing(id)], covered: 1 });
    const { body, response } = await get('/things?view=values');
    expect(body).toMatchObject([{ id }]);
    expect(response.headers.get('link')).toContain(`cursor=${encoded('1')}`);
  });
});

describe('units', () => {
  test('are found by every condition', async () => {
    await get(`/units?type=room&name=Attic&capability=thermostat&subject=bob&in=${id}`);
    await get(`/units?capability=thermostat&below=${id}&parents=none`);
    await get('/units?parents=none');
    await get('/units?parents=none&sort=name');
    expect(received).toMatchObject([
      {
        name: 'units.find',
        input: {
          filter: {
            type: 'room',
            name: 'Attic',
            capability: 'thermostat',
            subject: 'bob',
            in: id,
          },
        },
      },
      {
        name: 'units.traverse',
        input: { id, direction: 'descendants', capability: 'thermostat', parents: 'none' },
      },
      { name: 'units.find', input: { filter: { parents: 'none' } } },
      { name: 'units.ordered', input: { filter: { parents: 'none' } } },
    ]);
    expect(await pointers('/units?parents=some')).toEqual([400, ['/query/parents']]);
    expect(await pointers('/units?capability=flying')).toEqual([400, ['/query/capability']]);
    expect(await pointers(`/units?in=${id}&below=${id}`)).toEqual([400, ['/query/below']]);
  });

  test.each([
    '/units?',
    '/units?parents=none&',
    '/units?sort=name&',
    `/units?below=${id}&`,
    `/units/${id}/children?`,
    `/units/${id}/parents?`,
    `/units/${id}/descendants?`,
  ])('%s shows references or summaries', async (path) => {
    const listed = { name: 'Attic', type: 'room', children: 0, things: 2 };
    const list = () => ({ items: [id, other], next: '7' });
    for (const one of ['list', 'find', 'ordered', 'traverse', 'references']) {
      calls[`units.${one}`] = list;
    }
    // The other one has been deleted meanwhile.
    calls['units.show'] = () => ({ units: [{ id, ...listed }] });
    const href = `${api}/units/${id}`;
    expect((await get(`${path}limit=2`)).body).toMatchObject([{ href }, {}]);
    const { body, response } = await get(`${path}view=summary&limit=2`);
    expect(body).toEqual([{ id, href, ...listed }]);
    expect(received.at(-1)).toMatchObject({ name: 'units.show', input: { ids: [id, other] } });
    expect(response.headers.get('link')).toContain(`cursor=${encoded('7')}`);
    const headers = { 'If-None-Match': response.headers.get('etag')! };
    const again = await gateway.request(`/api/v1${path}view=summary&limit=2`, { headers });
    expect(again.status).toBe(304);
    expect(await pointers(`${path}view=values`)).toEqual([400, ['/query/view']]);
  });
});

test('a list of connector clients shows references or summaries, as many as there is room for', async () => {
  const listed = {
    status: 'STARTED',
    warnings: 0,
    things: 3,
    awaits_authorization: false,
    last_polled: null,
    next_poll: null,
  };
  calls['clients.list'] = ({ page }: { page: { limit: number } }) =>
    page.limit === 1 ? { items: [id], next: '1' } : { items: [id, other] };
  const shown = { id, instance: other, connector: 3, subject: 'bob b', ...listed };
  calls['clients.show'] = () => ({ clients: [shown], covered: 1 });
  const href = `${api}/connectors/clients/${id}`;
  expect((await get('/connectors/clients')).body).toMatchObject([{ href }, {}]);
  const { body, response } = await get('/connectors/clients?view=summary&attention=true');
  expect(body).toEqual([
    {
      id,
      href,
      ...listed,
      instance: { href: `${api}/connectors/instances/${other}` },
      connector: { href: `${api}/connectors/descriptions/3` },
      subject: { href: `${api}/subjects/bob%20b` },
    },
  ]);
  expect(received.at(-2)!.input).toMatchObject({ attention: true, page: { limit: 1 } });
  expect(response.headers.get('link')).toContain(`cursor=${encoded('1')}`);
});

test('an expression goes with every way to find things and units', async () => {
  const q = 'type==Light;values.on==true';
  const given = `q=${encodeURIComponent(q)}`;
  await get(`/things?${given}`);
  await get(`/things?${given}&available=true&in=${id}`);
  await get(`/things?${given}&below=${id}`);
  await get(`/units?${given}`);
  await get(`/units?${given}&below=${id}`);
  expect(received).toMatchObject([
    { name: 'things.query', input: { q, filter: {} } },
    { name: 'things.query', input: { q, filter: { available: true, in: id } } },
    { name: 'units.things_below', input: { q, id } },
    { name: 'units.find', input: { filter: { q } } },
    { name: 'units.traverse', input: { q, id } },
  ]);
  expect(await pointers(`/things?q=${'x'.repeat(2_001)}`)).toEqual([400, ['/query/q']]);
});

test('an order goes with every condition, and has cursors of its own', async () => {
  const inUnit = `in=${encodeURIComponent(`${api}/units/${id}`)}`;
  await get(`/units?sort=-name&type=room&${inUnit}`);
  await get(
    `/units?search=attic&below=${id}&capability=light&cursor=${encoded('["exact","1","2"]')}`,
  );
  await get(`/things?sort=title&available=true&q=${encodeURIComponent('values.on==true')}`);
  await get(`/things?search=lamp&below=${id}&view=values`);
  expect(received).toMatchObject([
    {
      name: 'units.ordered',
      input: { order: { by: 'name', descending: true }, filter: { type: 'room', in: id } },
    },
    {
      name: 'units.ordered',
      input: {
        order: { search: 'attic' },
        filter: { capability: 'light', below: id },
        page: { cursor: '["exact","1","2"]' },
      },
    },
    {
      name: 'things.ordered',
      input: {
        order: { by: 'title', descending: false },
        filter: { available: true, q: 'values.on==true' },
      },
    },
    { name: 'things.ordered', input: { order: { search: 'lamp' }, filter: { below: id } } },
  ]);
  expect(await pointers('/units?sort=type')).toEqual([400, ['/query/sort']]);
  expect(await pointers('/units?sort=name&search=attic')).toEqual([400, ['/query/sort']]);
  expect(await pointers('/things?search=%20')).toEqual([400, ['/query/search']]);
});

test('a summary is of at most ten properties, and needs the scope of things', async () => {
  calls['units.summary'] = () => ({
    units: { count: 0, types: [] },
    things: { count: 1, unavailable: 0, unknown: 1, capabilities: [] },
    clients: [{ id: other, code: 'unavailable', since: '2026-11-21T00:00:00.000Z', things: 1 }],
    values: [],
  });
  const { body } = await get(`/units/${id}/summary?of=temperature,power`);
  expect(received).toMatchObject([
    { name: 'units.summary', input: { id, of: ['temperature', 'power'] } },
  ]);
  expect(body).toMatchObject({
    clients: [{ href: `${api}/connectors/clients/${other}`, code: 'unavailable', things: 1 }],
  });
  const many = Array.from({ length: 11 }, (_, n) => n).join(',');
  expect(await pointers(`/units/${id}/summary?of=${many}`)).toEqual([400, ['/query/of']]);
});
