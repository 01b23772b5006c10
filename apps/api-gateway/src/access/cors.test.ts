import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createRateLimit } from '@trellis/operations';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const origin = 'https://app.example';
const other = 'https://other.example';

/** The origins of each app. */
const listed: Record<string, string[]> = { home: [origin], garden: [other] };

let lookUps: unknown[];
let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  lookUps = [];
  calls = {
    'units.list': () => ({ items: ['0190b1f4-6d5c-7cc0-8000-000000000001'], next: '1' }),
    'events.read': () => ({ events: [], cursor: '1-1-1', more: false, missed: false }),
    'descriptions.list': () => [],
    'apps.allow_origin': (question: { origin: string; app?: { client_id: string } }) => {
      lookUps.push(question);
      const apps = question.app ? [question.app.client_id] : Object.keys(listed);
      return { allowed: apps.some((app) => listed[app]?.includes(question.origin)) };
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const tokenOf = (app: string) => ({ authorization: `Bearer ${gateway.tokenOf('ada', app)}` });

const preflight = (path: string, from: string, method = 'GET') =>
  gateway.request(path, {
    method: 'OPTIONS',
    headers: {
      authorization: '',
      origin: from,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    },
  });

const allowedOrigin = ({ headers }: Response) => headers.get('access-control-allow-origin');

/** Returns whether a page could read the answer. */
async function isReadable(path: string, headers: Record<string, string>, from = origin) {
  const response = await gateway.request(path, { headers: { origin: from, ...headers } });
  await response.body?.cancel();
  return { status: response.status, readable: allowedOrigin(response) === from };
}

describe('a preflight', () => {
  test('is answered for an origin that some app lists', async () => {
    const answer = await preflight('/api/v1/units', origin, 'POST');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST, GET, HEAD',
      'access-control-allow-headers': expect.stringMatching(
        /^Authorization, Content-Type, X-External-Subject-Id, Idempotency-Key, If-Match, .*traceparent/,
      ),
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each(['https://unlisted.example', 'null', 'http://app.example', '*', 'nonsense'])(
    'is refused for %s',
    async (from) => {
      const answer = await preflight('/api/v1/units', from);
      expect([answer.status, allowedOrigin(answer)]).toEqual([403, null]);
    },
  );

  test.each(['/api/v1/connectors/hooks/x', '/api/v1/connectors/authorized'])(
    'is never answered for %s',
    async (path) => {
      const answer = await preflight(path, origin, 'POST');
      expect([answer.status, allowedOrigin(answer)]).toEqual([405, null]);
      expect(lookUps).toEqual([]);
    },
  );

  test('is looked up once, whether it is listed or not, and of one address not often', async () => {
    await gateway.close();
    const originLookups = createRateLimit({
      name: 'origin-lookups',
      perMinute: 2,
      redis: undefined,
    });
    gateway = await startGateway(calls, { originLookups });
    for (let again = 0; again < 3; again += 1) {
      expect((await preflight('/api/v1/units', origin)).status).toBe(204);
      expect((await preflight('/api/v1/units', 'https://unlisted.example')).status).toBe(403);
    }
    expect(lookUps).toHaveLength(2);
    expect((await preflight('/api/v1/units', other)).status).toBe(429);
    expect((await preflight('/api/v1/units', origin)).status).toBe(204);
  });

  test('is no other request with the method OPTIONS', async () => {
    const answer = await gateway.request('/api/v1/units', {
      method: 'OPTIONS',
      headers: { origin },
    });
    expect(answer.status).toBe(405);
  });
});

describe('an answer', () => {
  test('can be read by pages that the app of the token lists, with its headers', async () => {
    const answer = await gateway.request('/api/v1/units', {
      headers: { origin, ...tokenOf('home') },
    });
    expect(answer.status).toBe(200);
    expect(allowedOrigin(answer)).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin');
    const exposed = answer.headers.get('access-control-expose-headers')!.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['ETag', 'Link', 'Location', 'Retry-After', 'X-Request-Id']),
    );
    expect(exposed).toContain('Idempotent-Replayed');
    expect(answer.headers.get('link')).toContain('rel="next"');
  });

  test('can be read by no page that only another app lists', async () => {
    expect(await isReadable('/api/v1/units', tokenOf('garden'))).toEqual({
      status: 200,
      readable: false,
    });
    expect((await isReadable('/api/v1/units', tokenOf('garden'), other)).readable).toBe(true);
  });

  test('says that it depends on the origin also where there is none, and looks nothing up', async () => {
    const answer = await gateway.request('/api/v1/units');
    expect([allowedOrigin(answer), answer.headers.get('vary')]).toEqual([null, 'Origin']);
    expect(lookUps).toEqual([]);
  });

  test('that refuses a token can be read by the pages of every app', async () => {
    const expired = { authorization: 'Bearer expired' };
    expect(await isReadable('/api/v1/units', expired)).toEqual({ status: 401, readable: true });
    expect(await isReadable('/api/v1/units', expired, 'https://unlisted.example')).toEqual({
      status: 401,
      readable: false,
    });
  });

  test('that is a problem can be read', async () => {
    const answer = await isReadable('/api/v1/units?unknown=1', tokenOf('home'));
    expect(answer).toEqual({ status: 400, readable: true });
  });

  test('that is a stream can be read', async () => {
    expect(await isReadable('/api/v1/events', tokenOf('home'))).toEqual({
      status: 200,
      readable: true,
    });
  });

  test('with public data can be read by the pages of every app', async () => {
    const path = '/api/v1/connectors/descriptions';
    expect((await isReadable(path, { authorization: '' })).readable).toBe(true);
    expect((await isReadable(path, { authorization: '' }, 'https://no.example')).readable).toBe(
      false,
    );
  });

  test('comes, unreadable by pages, while origins cannot be looked up', async () => {
    delete calls['apps.allow_origin'];
    expect(await isReadable('/api/v1/units', tokenOf('home'))).toEqual({
      status: 200,
      readable: false,
    });
  });
});

describe('an agent in a browser', () => {
  const anywhere = 'https://agent.example';

  test.each([
    ['/mcp', 'POST'],
    ['/oauth2/register', 'POST'],
    ['/oauth2/token', 'POST'],
    ['/oauth2/revoke', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET'],
  ])('may use %s from any origin, without a look-up and without cookies', async (path, method) => {
    const answer = await preflight(path, anywhere, method);
    expect([answer.status, allowedOrigin(answer)]).toEqual([204, '*']);
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/Mcp-Session-Id/);
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    const body = method === 'POST' ? { method, body: '{}' } : {};
    const headers = { origin: anywhere, authorization: '', 'content-type': 'application/json' };
    const sent = await gateway.request(path, { ...body, headers });
    expect(allowedOrigin(sent)).toBe('*');
    expect(sent.headers.get('access-control-expose-headers')).toMatch(/Mcp-Session-Id.*WWW-Auth/);
    expect(sent.headers.has('access-control-allow-credentials')).toBe(false);
    expect(lookUps).toEqual([]);
  });

  const secret = 'the secret of an app';
  test.each([
    ['in the form', {}, { client_secret: secret }],
    ['by Basic', { authorization: `Basic ${btoa(`home:${secret}`)}` }, {}],
  ])('cannot read the answer to the secret of an app %s', async (_where, headers, form) => {
    calls['apps.authenticate'] = () => ({ developer: 'ada', scopes: ['svc.things.read'] });
    const answer = await gateway.request('/oauth2/token', {
      method: 'POST',
      headers: { authorization: '', origin: anywhere, ...headers },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'home', ...form }),
    });
    expect([answer.status, allowedOrigin(answer)]).toEqual([200, null]);
  });

  test('of an unlisted origin cannot use the token of an app', async () => {
    const answer = await gateway.request('/mcp', {
      method: 'POST',
      headers: { origin: anywhere, 'content-type': 'application/json', ...tokenOf('home') },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    expect([answer.status, allowedOrigin(answer)]).toEqual([403, null]);
  });
});
