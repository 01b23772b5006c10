import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from './testing/gateway.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const other = '0190b1f4-6d5c-7cc0-8000-000000000002';
const now = '2026-11-21T00:00:00.000Z';
const api = 'http://trellis.test/api/v1';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await gateway.request(path, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const send = async (method: string, path: string, body?: unknown) => {
  const response = await gateway.request(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
};

describe('a resource', () => {
  test('of a unit has references in place of ids, and says what is truncated', async () => {
    calls['units.read'] = () => ({
      id,
      name: 'Kitchen',
      type: 'room',
      things: [other],
      properties: [{ name: 'floor', value: null }],
      children: [],
      parents: [],
      subjects: ['Zoë/1'],
      owner: 'ada',
      truncated: ['things'],
    });
    expect(await get(`/api/v1/units/${id}`)).toMatchObject({
      status: 200,
      body: {
        things: [{ href: `${api}/things/${other}` }],
        subjects: [{ href: `${api}/subjects/Zo%C3%AB%2F1` }],
        truncated: ['things'],
      },
    });
  });

  test('of a connector client shows its warnings and its polls, and no ticket as such', async () => {
    const warning = { code: 'misconfigured', detail: 'Wrong password.', connector_thing_id: 'a' };
    calls['clients.read'] = () => ({
      id,
      instance: other,
      connector: 1,
      subject: 'alice',
      mappings: [{ connector_thing_id: 'a', thing_id: other }],
      status: 'STARTED',
      warnings: [warning],
      last_polled: '2026-11-22T06:00:00.000Z',
      next_poll: null,
      authorization_ticket: 't/1',
      version: 'a',
    });
    const { body } = await get(`/api/v1/connectors/clients/${id}`);
    expect(body).toEqual({
      id,
      instance: { href: `${api}/connectors/instances/${other}` },
      connector: { href: `${api}/connectors/descriptions/1` },
      subject: { href: `${api}/subjects/alice` },
      mappings: [{ connector_thing_id: 'a', thing_id: other }],
      status: 'STARTED',
      warnings: [warning],
      last_polled: '2026-11-22T06:00:00.000Z',
      next_poll: null,
      authorization: { href: `${api}/connectors/authorizations/t%2F1` },
    });
  });

  test('of a preview has the links of the things that would go', async () => {
    calls['clients.preview_removal'] = () => ({
      clients: [id],
      things: [other],
      memberships: [{ thing: other, unit: id }],
    });
    const path = `/api/v1/connectors/clients/${id}?dry_run=true`;
    expect((await send('DELETE', path)).body).toEqual({
      clients: [{ href: `${api}/connectors/clients/${id}` }],
      things: [{ href: `${api}/things/${other}` }],
      links: [
        {
          relation: 'things',
          href: `${api}/units/${id}`,
          thing: { href: `${api}/things/${other}` },
        },
      ],
    });
  });

  test('of unit suggestions refers to the things in each room', async () => {
    calls['clients.rooms'] = () => [{ id: 'r', name: 'Attic', type: 'room', things: [other] }];
    expect((await get(`/api/v1/connectors/clients/${id}/unit_suggestions`)).body).toEqual([
      { id: 'r', name: 'Attic', type: 'room', things: [{ href: `${api}/things/${other}` }] },
    ]);
  });

  test('of a list leads to the next page', async () => {
    calls['units.list'] = () => ({ items: [id], next: '42' });
    const { body, headers } = await get('/api/v1/units?limit=1&type=room');
    expect(body).toEqual([{ href: `${api}/units/${id}` }]);
    expect(headers.get('link')).toBe(`<${api}/units?limit=1&type=room&cursor=NDI>; rel="next"`);
  });
});

describe('a thing', () => {
  beforeEach(() => {
    calls['things.create'] = ({ state, app }: { state: object; app: string }) => ({
      ...state,
      id,
      creator: { kind: 'app', id: app },
      created: now,
      modified: now,
    });
  });
  const create = (thing: object) => send('POST', '/api/v1/things', { title: 'Lamp', ...thing });

  test.each([
    [{ '@type': 'Light' }, ['Light']],
    [{ '@type': ['Light', 'OnOffSwitch', 'Light'] }, ['Light', 'OnOffSwitch']],
    [{}, undefined],
    [{ '@type': [] }, undefined],
  ])('created with %j has that @type', async (given, shown) => {
    const { status, body } = await create(given);
    expect(status).toBe(201);
    expect((body as Record<string, unknown>)['@type']).toEqual(shown);
  });

  test.each([{ '@type': 5 }, { '@type': 'tm:ThingModel' }, { '@type': '' }])(
    'is not created with %j',
    async (given) => {
      expect(await create(given)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/@type' }] },
      });
    },
  );

  test('is created with values, which are shown on its properties', async () => {
    const properties = { on: { type: 'boolean', value: false }, level: { type: 'integer' } };
    const { body } = await create({ properties });
    expect(body).toMatchObject({ properties: { on: { type: 'boolean', value: false } } });
    expect((body as { properties: { level: object } }).properties.level).not.toHaveProperty(
      'value',
    );
  });

  test('is listed as a description when JSON-LD is asked for', async () => {
    calls['things.list'] = () => ({ items: [id] });
    calls['things.describe'] = () => ({
      items: [{ id, title: 'Lamp', creator: { kind: 'client', id }, created: now, modified: now }],
    });
    expect((await get('/api/v1/things')).body).toEqual([{ href: `${api}/things/${id}` }]);
    const listing = await get('/api/v1/things', { accept: 'application/ld+json' });
    expect(listing.headers.get('content-type')).toMatch('application/ld+json');
    expect(listing.body).toMatchObject([{ title: 'Lamp', available: true }]);
  });
});

describe('a callback', () => {
  test('shows its secret only when it was stored', async () => {
    const webhook = { url: 'https://app.example/', events: [], created: now, modified: now };
    calls['webhooks.put'] = () => ({ webhook, isNew: true, secretStored: true });
    const created = await send('PUT', '/api/v1/callback', { url: webhook.url });
    expect(created).toMatchObject({ status: 201, body: { secret: /^whsec_/ } as object });
    calls['webhooks.put'] = () => ({ webhook, isNew: false, secretStored: false });
    const updated = await send('PUT', '/api/v1/callback', { url: webhook.url });
    expect(updated).toMatchObject({ status: 200, body: webhook });
    expect(updated.body).not.toHaveProperty('secret');
  });
});

describe('a problem', () => {
  test('of a service keeps its code, status and remedy', async () => {
    calls['clients.remove'] = () => {
      throw new Problem('removal_failed', 'Not now.');
    };
    const { status, headers, body } = await send('DELETE', `/api/v1/connectors/clients/${id}`);
    expect(headers.get('content-type')).toMatch('application/problem+json');
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { title: expect.any(String), detail: 'Not now.', remedy: 'retry' },
    });
  });

  test('of a body has twenty errors at most, and one if a list is too long', async () => {
    const errorsWith = async (count: number) => {
      const properties = new Array(count).fill(1);
      const { body } = await send('POST', '/api/v1/units', { name: 'a', type: 'b', properties });
      return (body as { errors: object[] }).errors;
    };
    const errors = await errorsWith(10_000);
    expect(errors).toHaveLength(20);
    expect(errors.at(-1)).toMatchObject({ detail: expect.stringContaining('9980 more errors') });
    expect(await errorsWith(250_000)).toEqual([
      { pointer: '/properties', detail: 'Must have at most 10000 items.' },
    ]);
  });

  test('that is a fault is logged, and shows nothing of itself', async () => {
    calls['units.read'] = () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7');
    };
    const { status, body } = await get(`/api/v1/units/${id}`);
    expect([status, (body as { detail: string }).detail]).toEqual([
      500,
      'The request failed; the failure has been logged.',
    ]);
    expect(gateway.logged).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'request failed',
        req: expect.objectContaining({ route: '/api/v1/units/:id' }),
        err: expect.objectContaining({ message: 'connect ECONNREFUSED 10.0.0.7' }),
      }),
    );
  });

  test('of an address, a path or a method says what is wrong', async () => {
    expect((await get('/api/v1/nothing')).status).toBe(404);
    expect((await get('/api/v1/units/%zz')).status).toBe(404);
    expect((await send('PATCH', '/api/v1/units')).headers.get('allow')).toBe('POST, GET, HEAD');
  });
});

describe('what never changes', () => {
  const description = {
    id: 3,
    type_id: 'door',
    name: 'Door',
    description: 'A door.',
    logo: 'data:,',
    sample_instance_configuration: { connector_type_id: 'door', configuration: {} },
    sample_client_configuration: { connector_type_id: 'door' },
    instance_configuration_schema: {},
    client_configuration_schema: {},
  };
  let fetches: number;
  beforeEach(() => {
    fetches = 0;
    calls['descriptions.list'] = () => {
      fetches += 1;
      return [description, { ...description, id: 7 }];
    };
  });

  test.each([
    '/api/v1/connectors/descriptions',
    '/api/v1/connectors/descriptions?limit=1',
    '/api/v1/connectors/descriptions/7',
    '/api/v1/openapi.json',
    '/.well-known/wot',
    '/docs/problems',
    '/docs/swagger-initializer.js',
  ])('is sent once to those who keep it: %s', async (path) => {
    const first = await gateway.request(path);
    const text = await first.text();
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(Number(first.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    for (const given of [etag, `"other", W/${etag}`, '*']) {
      const again = await gateway.request(path, { headers: { 'if-none-match': given } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([
        304,
        etag,
        '',
      ]);
    }
    const changed = await gateway.request(path, { headers: { 'if-none-match': '"other"' } });
    expect([changed.status, await changed.text()]).toEqual([200, text]);
  });

  test('is not asked for again', async () => {
    for (const path of ['', '', '?limit=1', '/3', '/7']) {
      expect((await get(`/api/v1/connectors/descriptions${path}`)).status).toBe(200);
    }
    expect((await get('/api/v1/connectors/descriptions/4')).status).toBe(404);
    expect(fetches).toBe(1);
  });

  test('of a list has pages', async () => {
    const { body, headers } = await get('/api/v1/connectors/descriptions?limit=1');
    expect(body).toEqual([description]);
    const next = /<http:\/\/trellis.test(.*)>; rel="next"/.exec(headers.get('link')!)![1]!;
    expect((await get(next)).body).toMatchObject([{ id: 7 }]);
  });
});

describe('a request', () => {
  test('for the head has the headers of the body, and no body', async () => {
    calls['units.list'] = () => ({ items: [id] });
    const [head, whole] = await Promise.all([
      gateway.request('/api/v1/units', { method: 'HEAD' }),
      gateway.request('/api/v1/units'),
    ]);
    for (const name of ['content-type', 'content-length']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
    expect(await head.text()).toBe('');
  });

  test('is logged with its id and route, and without its address, body or token', async () => {
    calls['authorizations.begin'] = () => ({
      location: 'https://provider.example/',
      state: 'secret-state',
    });
    const headers = { 'x-request-id': 'my-id.1' };
    const path = '/api/v1/connectors/authorizations/secret-ticket';
    const response = await gateway.request(path, { headers });
    expect(response.status).toBe(303);
    expect(response.headers.get('x-request-id')).toBe('my-id.1');
    expect((await get('/api/v1/units/x?ticket=secret-query')).status).toBe(400);
    expect((await get('/api/v1/subjects/secret-subject')).status).toBe(404);
    expect((await get('/secret-path')).status).toBe(404);
    expect((await get('/api/v1/units/%zzsecret-')).status).toBe(404);
    await gateway.request('/docs/problems');
    await gateway.request('/api/v1/connectors/%61uthorizations/secret-ticket');
    await gateway.request('/api/v1/connectors/authorizations/secret-ticket/more');
    const odd = await gateway.request('/health/live', { headers: { 'x-request-id': 'a"b' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const text = JSON.stringify(gateway.logged);
    expect(text).not.toContain('secret-');
    expect(text).not.toContain('Bearer');
    expect(gateway.logged[0]).toMatchObject({
      req: { id: 'my-id.1', method: 'GET', route: '/api/v1/connectors/authorizations/:ticket' },
      res: { status: 303 },
    });
    const routes = gateway.logged.map(({ req }) => (req as { route: string }).route);
    expect(routes).toEqual([
      '/api/v1/connectors/authorizations/:ticket',
      '/api/v1/units/:id',
      '/api/v1/subjects/:id',
      'unknown',
      'unknown',
      '/docs',
      '/api/v1/connectors/authorizations/:ticket',
      'unknown',
      '/health/live',
    ]);
  });
});

test.each([
  ['/health/live', "default-src 'none'"],
  ['/api/v1/nothing', "default-src 'none'"],
  ['/docs/problems', "default-src 'self'"],
])('the answer at %s has headers that protect browsers', async (path, policy) => {
  const { headers } = await gateway.request(path);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toMatch('max-age');
  expect(headers.get('x-frame-options')).toMatch(/DENY|SAMEORIGIN/);
  expect(headers.get('content-security-policy')).toMatch(policy);
  expect(headers.get('content-security-policy')).not.toMatch('upgrade-insecure-requests');
  expect(headers.get('x-powered-by')).toBeNull();
});
