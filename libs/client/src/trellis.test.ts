import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { refuseRedirect, TrellisConnectionError } from './problem.js';
import {
  problemOf,
  startServer,
  type ScriptedAnswer,
  type ScriptedServer,
} from './testing/server.js';
import { Trellis } from './trellis.js';

let server: ScriptedServer;
afterEach(() => server.close());

/** A client of a server that gives these answers, the last one again and again. */
async function clientOf(answers: ScriptedAnswer[], options: object = {}) {
  server = await startServer((_request, index) => answers[Math.min(index, answers.length - 1)]!);
  return new Trellis({ baseUrl: `${server.address}/`, token: 'token', ...options });
}

const unit = { body: { id: 'u', name: 'House' } };
const newUnit = { body: { name: 'House', type: 'building' } };
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key']);
const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('a call is repeated', () => {
  test.each([
    ['429', problemOf(429, 'rate_limited')],
    ['503', problemOf(503, 'unavailable')],
    ['504', problemOf(504, 'timeout')],
    ['a lost connection', { cut: true }],
    ['an answer that is cut off', { body: '{"id": "u', cut: true }],
    ['a page of a proxy', { status: 502, headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ])('after %s', async (_what, answer) => {
    const trellis = await clientOf([answer, unit]);
    expect((await trellis.get('/units/{id}', { path: { id: 'u' } })).data.name).toBe('House');
    expect(server.requests).toHaveLength(2);
  });

  test('with the same key and body, when it is a POST', async () => {
    const inUse = { ...problemOf(409, 'idempotency_key_in_use'), headers: { 'retry-after': '0' } };
    const trellis = await clientOf([{ cut: true }, inUse, { status: 201, ...unit }]);
    await trellis.post('/units', newUnit);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      Array(3).fill(newUnit.body),
    );
    await trellis.post('/units', newUnit);
    expect(new Set(keys()).size).toBe(2);
    await trellis.post('/units', { ...newUnit, header: { 'Idempotency-Key': 'mine' } });
    expect(keys().at(-1)).toBe('mine');
  });

  test('only so many times', async () => {
    const trellis = await clientOf([problemOf(503, 'unavailable')], { maxAttempts: 2 });
    expect(await failure(trellis.get('/units'))).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(2);
  });

  test('only if there is time to wait as long as it is asked to', async () => {
    const later = { ...problemOf(429, 'rate_limited'), headers: { 'retry-after': '60' } };
    const trellis = await clientOf([later]);
    const error = await failure(trellis.get('/units', { timeoutMs: 30_000 }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a call is not repeated', () => {
  test('when it has a condition, which would not hold any more', async () => {
    const trellis = await clientOf([{ cut: true }]);
    const options = { path: { id: 'u' }, header: { 'If-Match': '"1"' }, body: { name: 'New' } };
    expect(await failure(trellis.patch('/units/{id}', options))).toBeInstanceOf(
      TrellisConnectionError,
    );
    expect(server.requests).toHaveLength(1);
  });

  test('when it is a POST without a key, unless it was refused before it began', async () => {
    const trellis = await clientOf([problemOf(429, 'rate_limited'), problemOf(503, 'unavailable')]);
    const body = { connector_type_id: 'simulator', instance_configuration: {} } as never;
    expect(await failure(trellis.post('/connectors/try', { body }))).toMatchObject({ status: 503 });
    expect(keys()).toEqual([undefined, undefined]);
  });

  test('when its outcome is unknown', async () => {
    const trellis = await clientOf([problemOf(502, 'outcome_unknown')]);
    expect(await failure(trellis.post('/units', newUnit))).toMatchObject({ status: 502 });
    expect(server.requests).toHaveLength(1);
  });

  test('when the input is not valid', async () => {
    const trellis = await clientOf([problemOf(400, 'invalid_request')]);
    expect(await failure(trellis.post('/units', newUnit))).toMatchObject({
      name: 'TrellisProblem',
      message: '400 invalid_request: This is invalid_request.',
      code: 'invalid_request',
      requestId: 'request-1',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('when its body is a stream', async () => {
    const trellis = await clientOf([problemOf(429, 'rate_limited')]);
    const body = new Blob(['{"id":"a"}\n']).stream();
    const headers = { 'content-type': 'application/x-ndjson' };
    const call = trellis.fetch('/units/import', { method: 'POST', headers, body });
    expect(await failure(call)).toMatchObject({ status: 429 });
    expect(server.requests).toMatchObject([{ body: '{"id":"a"}\n' }]);
  });
});

describe('a call ends', () => {
  test('when its signal is aborted, with its reason', async () => {
    const controller = new AbortController();
    server = await startServer(() => {
      controller.abort(new Error('enough'));
      return new Promise(() => undefined);
    });
    const trellis = new Trellis({ baseUrl: server.address, token: 'token' });
    await expect(trellis.get('/units', { signal: controller.signal })).rejects.toThrow('enough');
  });

  test('when its time is over', async () => {
    server = await startServer(() => new Promise(() => undefined));
    const trellis = new Trellis({ baseUrl: server.address, token: 'token' });
    const call = trellis.get('/units', { timeoutMs: 50 });
    await expect(call).rejects.toThrow(TrellisConnectionError);
  });

  test('when no token has come in time', async () => {
    const trellis = await clientOf([unit], { token: () => new Promise(() => undefined) });
    const call = trellis.get('/units', { timeoutMs: 50 });
    await expect(call).rejects.toThrow(TrellisConnectionError);
    expect(server.requests).toEqual([]);
  });

  test('when its signal is aborted before there is a token', async () => {
    const trellis = await clientOf([unit], { token: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const call = trellis.get('/units', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(call).rejects.toThrow('enough');
  });
});

describe('an attempt may take', () => {
  const lateToken = () => new Promise((resolve) => setTimeout(resolve, 2000, 'token'));
  test.each([
    ['40 s', {}, {}, 40_000],
    ['all the time that the call itself is given', {}, { timeoutMs: 120_000 }, 120_000],
    ['all the time if it is the only one', { timeoutMs: 90_000 }, { maxAttempts: 1 }, 90_000],
    ['what waiting for a token has left', { token: lateToken }, { timeoutMs: 10_000 }, 8000],
    ['any time', {}, { timeoutMs: Infinity }, 2 ** 31 - 1],
  ])('%s', async (_what, options, call, expected) => {
    const trellis = await clientOf([{ body: [] }], options);
    const timers = jest.spyOn(globalThis, 'setTimeout');
    try {
      await trellis.get('/units', call);
      const limit = timers.mock.lastCall![1]!;
      expect(Math.abs(limit - expected)).toBeLessThan(1000);
    } finally {
      timers.mockRestore();
    }
  });
});

describe('an access token', () => {
  test('is renewed once when it is rejected', async () => {
    const given: object[] = [];
    const token = (options: { rejected?: string }) => {
      given.push(options);
      return options.rejected ? 'new' : 'old';
    };
    const trellis = await clientOf([problemOf(401, 'invalid_token'), unit], { token });
    await trellis.post('/units', newUnit);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      ...['Bearer old', 'Bearer new'],
    ]);
    expect(new Set(keys()).size).toBe(1);
    expect(given).toEqual([{}, { rejected: 'old' }]);
  });

  test('that is rejected again, or cannot be renewed, ends the call', async () => {
    const answers = [problemOf(401, 'invalid_token')];
    const again = await clientOf(answers, { token: () => String(server.requests.length) });
    expect(await failure(again.get('/units'))).toMatchObject({ code: 'invalid_token' });
    expect(server.requests).toHaveLength(2);
    await server.close();
    const fixed = await clientOf(answers);
    expect(await failure(fixed.get('/units'))).toMatchObject({ code: 'invalid_token' });
    expect(server.requests).toHaveLength(1);
  });

  test('goes nowhere else: redirects are not followed, other addresses refused', async () => {
    const elsewhere = { status: 308, headers: { location: 'http://127.0.0.1:9/' } };
    const trellis = await clientOf([elsewhere]);
    expect(await failure(trellis.get('/units', { query: { search: 'a' } }))).toMatchObject({
      name: 'TrellisConnectionError',
      message: `${server.address}/api/v1/units redirects to http://127.0.0.1:9/, which is not followed`,
    });
    expect(await failure(trellis.post('/units', newUnit))).toBeInstanceOf(TrellisConnectionError);
    expect(await failure(trellis.events().next())).toBeInstanceOf(TrellisConnectionError);
    expect(server.requests).toHaveLength(3);
    expect(() => trellis.fetch('http://elsewhere.example/api/v1/units')).toThrow(TypeError);
    expect(() => trellis.fetch(`${server.address}.example/api/v1/units`)).toThrow(TypeError);
  });
});

test('the redirect of a creation is an answer', async () => {
  const trellis = await clientOf([
    { status: 303, headers: { location: 'http://127.0.0.1:9/' }, body: { client_id: 'c' } },
  ]);
  const { data, response } = await trellis.post('/connectors/clients', {
    body: { connector_type_id: 'netatmo', configuration: {} },
  } as never);
  expect([data, response.status]).toEqual([{ client_id: 'c' }, 303]);
});

test('a redirect that a browser does not show is that of a creation, or none of Trellis', () => {
  const opaque = { type: 'opaqueredirect', status: 0, headers: new Headers() } as Response;
  const request = (method: string) =>
    new Request('http://trellis.example/api/v1/units', { method });
  expect(() => refuseRedirect(request('GET'), opaque)).toThrow('/units redirects, which');
  expect(() => refuseRedirect(request('POST'), opaque)).not.toThrow();
});

test('a page in place of JSON is told with its address, and not asked for again', async () => {
  const page = { headers: { 'content-type': 'text/html' }, body: '<html>' };
  const trellis = await clientOf([page]);
  expect(await failure(trellis.get('/units'))).toMatchObject({
    name: 'TrellisConnectionError',
    message: `${server.address}/api/v1/units answers text/html in place of JSON`,
  });
  expect(server.requests).toHaveLength(1);
});

test('an answer without a body needs no type', async () => {
  const trellis = await clientOf([{ status: 204 }, { status: 201 }]);
  const options = { path: { id: 'u' } };
  expect((await trellis.delete('/units/{id}', options)).data).toBeUndefined();
  expect((await trellis.post('/units', newUnit)).data).toBeUndefined();
});

test.each(['.', '..'])('%s is no id: the call is refused, and nothing sent', async (id) => {
  const trellis = await clientOf([unit]);
  const call = trellis.delete('/units/{id}/things/{other}', { path: { id, other: 'u' } });
  await expect(call).rejects.toThrow(TypeError);
  expect(() => trellis.observe(id, 'n')).toThrow(TypeError);
  expect(() => trellis.observe('t', id)).toThrow(TypeError);
  expect(server.requests).toEqual([]);
});

test('a client for a subject sends it as UTF-8, and shares the token', async () => {
  const trellis = await clientOf([{ body: [] }]);
  await trellis.forSubject('Jörg 1').get('/units');
  const header = server.requests[0]!.headers['x-external-subject-id'] as string;
  expect(Buffer.from(header, 'latin1').toString()).toBe('Jörg 1');
});

test('a list has the items of all its pages', async () => {
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

test('a stream goes on after the last id, also of events without data', async () => {
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
    ...[undefined, '2', '2', '2'],
  ]);
  expect(server.requests[0]!.url).toBe('/api/v1/events?type=thing_created');
});

test('a stream that is refused for good fails', async () => {
  const trellis = await clientOf([problemOf(403, 'insufficient_scope')]);
  await expect(trellis.events().next()).rejects.toMatchObject({ code: 'insufficient_scope' });
});

test.each([
  [{ headers: { 'content-type': 'text/html' }, body: '<html>' }, 'answers text/html in place'],
  [{ headers: { 'content-type': 'text/event-streams' }, body: 'data: {}\n\n' }, 'event-streams'],
])('a stream in whose place something else is answered fails: %j', async (answer, message) => {
  const trellis = await clientOf([answer]);
  await expect(trellis.events().next()).rejects.toThrow(message);
  expect(server.requests).toHaveLength(1);
});

test('changes go on after failures, and fail when their position is gone', async () => {
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

test('a request that waits for changes may take longer than a call', async () => {
  server = await startServer(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { body: { changes: [], cursor: '1', more: false } };
  });
  const trellis = new Trellis({ baseUrl: server.address, token: 'token', timeoutMs: 50 });
  const { value } = await trellis.changePages({ cursor: '0' }).next();
  expect(value).toMatchObject({ cursor: '1' });
  expect(server.requests).toHaveLength(1);
});
