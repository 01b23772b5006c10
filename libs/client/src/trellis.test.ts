import { afterEach, expect, test } from '@jest/globals';
import type { HttpServer } from '@trellis/testing';
import { nextCursor } from './pages.js';
import { refuseRedirect } from './problem.js';
import { problemOf, startAnswering, startServer, type ScriptedAnswer } from './testing/server.js';
import { Trellis } from './trellis.js';

let server: HttpServer;
afterEach(() => server.close());

/** Creates a client of a server with these responses, the last of which repeats. */
async function clientOf(answers: ScriptedAnswer[], options: object = {}) {
  server = await startAnswering(answers);
  return new Trellis({ baseUrl: `${server.address}/`, token: 'token', ...options });
}

const unit = { body: { id: 'u', name: 'House' } };
const newUnit = { body: { name: 'House', type: 'building' } };
const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error);

test('the redirect of a creation is a valid response', async () => {
  const trellis = await clientOf([
    { status: 303, headers: { location: 'http://127.0.0.1:9/' }, body: { client_id: 'c' } },
  ]);
  const { data, response } = await trellis.post('/connectors/clients', {
    body: { connector_type_id: 'netatmo', configuration: {} },
  } as never);
  expect([data, response.status]).toEqual([{ client_id: 'c' }, 303]);
});

test('an opaque redirect is accepted for a POST only', () => {
  const opaque = { type: 'opaqueredirect', status: 0, headers: new Headers() } as Response;
  const request = (method: string) =>
    new Request('http://trellis.example/api/v1/units', { method });
  expect(() => refuseRedirect(request('GET'), opaque)).toThrow('/units redirects, which');
  expect(() => refuseRedirect(request('POST'), opaque)).not.toThrow();
});

test('a page instead of JSON is reported with its address, and not retried', async () => {
  const page = { headers: { 'content-type': 'text/html' }, body: '<html>' };
  const trellis = await clientOf([page]);
  expect(await failure(trellis.get('/units'))).toMatchObject({
    name: 'TrellisConnectionError',
    message: `${server.address}/api/v1/units responded with text/html instead of JSON`,
  });
  expect(server.requests).toHaveLength(1);
});

test('a response without a body needs no content type', async () => {
  const trellis = await clientOf([{ status: 204 }, { status: 201 }]);
  const options = { path: { id: 'u' } };
  expect((await trellis.delete('/units/{id}', options)).data).toBeUndefined();
  expect((await trellis.post('/units', newUnit)).data).toBeUndefined();
});

test.each(['.', '..'])('%s is not an id: the call throws, and nothing is sent', async (id) => {
  const trellis = await clientOf([unit]);
  const call = trellis.delete('/units/{id}/things/{other}', { path: { id, other: 'u' } });
  await expect(call).rejects.toThrow(TypeError);
  expect(() => trellis.observe(id, 'n')).toThrow(TypeError);
  expect(() => trellis.observe('t', id)).toThrow(TypeError);
  expect(server.requests).toEqual([]);
});

test('a client for a subject sends its id as UTF-8, and shares the token', async () => {
  const trellis = await clientOf([{ body: [] }]);
  await trellis.forSubject('Jörg 1').get('/units');
  const header = server.requests[0]!.headers['x-external-subject-id'] as string;
  expect(Buffer.from(header, 'latin1').toString()).toBe('Jörg 1');
});

test('a client for the account sends no subject', async () => {
  const trellis = await clientOf([{ body: [] }]);
  await trellis.forSubject('jane').forAccount().get('/units');
  expect(server.requests[0]!.headers).not.toHaveProperty('x-external-subject-id');
});

test('a list yields the items of all pages', async () => {
  server = await startServer(({ url }) => {
    const cursor = new URL(url, server.address).searchParams.get('cursor');
    const link = `<https://public.example/api/v1/units?limit=1&cursor=${cursor ? 'b' : 'a%2B'}>; rel="next"`;
    return cursor === 'b'
      ? { body: [{ href: '3' }] }
      : { headers: { link }, body: cursor ? [] : [{ href: '1' }, { href: '2' }] };
  });
  const trellis = new Trellis({ baseUrl: server.address, token: 'token' });
  const seen: string[] = [];
  for await (const { href } of trellis.list('/units', { query: { limit: 1 } })) seen.push(href);
  expect(seen).toEqual(['1', '2', '3']);
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/units?limit=1',
    '/api/v1/units?limit=1&cursor=a%2B',
    '/api/v1/units?limit=1&cursor=b',
  ]);
});

test('a logbook yields the entries of a thing that meet conditions', async () => {
  const trellis = await clientOf([{ body: [{ id: '7-1-0', cause: { type: 'reported' } }] }]);
  const seen: string[] = [];
  for await (const { cause } of trellis.logbook('1', { query: { property: 'on' } })) {
    seen.push(cause.type);
  }
  expect(seen).toEqual(['reported']);
  expect(server.requests[0]!.url).toBe('/api/v1/things/1/logbook?property=on');
});

test('a stream continues after the last id, also of events without data', async () => {
  const headers = { 'content-type': 'text/event-stream' };
  const controller = new AbortController();
  server = await startServer((_request, index) => {
    if (index === 0) return { headers, body: 'id: 1\nevent: thing_created\ndata: {}\n\nid: 2\n\n' };
    if (index === 1) return problemOf(503, 'unavailable');
    if (index === 2) return { cut: true };
    return { headers, body: 'id: 3\nevent: reset\ndata: {}\n\n' };
  });
  const trellis = new Trellis({ baseUrl: server.address, token: 'token' });
  const seen: string[] = [];
  const options = { types: ['thing_created' as const], signal: controller.signal };
  for await (const { id, type } of trellis.events(options)) {
    seen.push(`${id} ${type}`);
    if (type === 'reset') controller.abort();
  }
  expect(seen).toEqual(['1 thing_created', '3 reset']);
  expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([
    undefined,
    '2',
    '2',
    '2',
  ]);
  expect(server.requests[0]!.url).toBe('/api/v1/events?type=thing_created');
});

test('a stream that is refused permanently throws', async () => {
  const trellis = await clientOf([problemOf(403, 'insufficient_scope')]);
  await expect(trellis.events().next()).rejects.toMatchObject({ code: 'insufficient_scope' });
});

test.each([
  [
    { headers: { 'content-type': 'text/html' }, body: '<html>' },
    'responded with text/html instead',
  ],
  [{ headers: { 'content-type': 'text/event-streams' }, body: 'data: {}\n\n' }, 'event-streams'],
])('a stream in whose place something else is answered fails: %j', async (answer, message) => {
  const trellis = await clientOf([answer]);
  await expect(trellis.events().next()).rejects.toThrow(message);
  expect(server.requests).toHaveLength(1);
});

test('changes continue after failures, and throw when their position is gone', async () => {
  const page = (cursor: string, ids: string[]) => ({
    body: { changes: ids.map((id) => ({ id })), cursor, more: false },
  });
  const trellis = await clientOf([
    page('2', ['1', '2']),
    problemOf(503, 'unavailable'),
    page('2', []),
    page('3', []),
    problemOf(410, 'position_gone'),
  ]);
  const pages: string[] = [];
  const follow = async () => {
    for await (const { cursor } of trellis.changePages({ cursor: '0' })) pages.push(cursor);
  };
  await expect(follow()).rejects.toMatchObject({ code: 'position_gone' });
  expect(pages).toEqual(['2', '3']);
  expect(
    server.requests.map(({ url }) => new URL(url, 'http://a').searchParams.get('cursor')),
  ).toEqual(['0', '2', '2', '2', '3']);
});

test('a request that waits for changes may exceed the timeout of a call', async () => {
  server = await startServer(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { body: { changes: [], cursor: '1', more: false } };
  });
  const trellis = new Trellis({ baseUrl: server.address, token: 'token', timeoutMs: 50 });
  const { value } = await trellis.changePages({ cursor: '0' }).next();
  expect(value).toMatchObject({ cursor: '1' });
  expect(server.requests).toHaveLength(1);
});

test('a list with a view yields its items, page by page or one by one', async () => {
  const lamp = { id: 'l', href: 'http://trellis.example/l', title: 'Lamp', values: { on: true } };
  const trellis = await clientOf([{ body: [lamp] }]);
  const query = { view: 'values' } as const;
  const { data } = await trellis.get('/things', { query });
  const titles: string[] = data.map(({ title }) => title);
  for await (const { title } of trellis.list('/things', { query })) titles.push(title);
  const path = { id: 'u' };
  for await (const page of trellis.pages('/units/{id}/things', { path, query })) {
    titles.push(...page.map(({ values }) => String(values['on'])));
  }
  expect(titles).toEqual(['Lamp', 'Lamp', 'true']);
  expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual(Array(3).fill('view=values'));
});

test('the cursor is read from the link to the next page', () => {
  const link = '<http://localhost/api/v1/things?limit=2&cursor=a%2Bb>; rel="next"';
  expect(nextCursor(link)).toBe('a+b');
  expect(nextCursor(null)).toBeUndefined();
  expect(nextCursor('<http://localhost/>; rel="prev"')).toBeUndefined();
});
