import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { HttpServer } from '@trellis/testing';
import { TrellisConnectionError } from './problem.js';
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
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key']);
const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('a call is repeated', () => {
  test.each([
    ['429', problemOf(429, 'rate_limited')],
    ['503', problemOf(503, 'unavailable')],
    ['504', problemOf(504, 'timeout')],
    ['a lost connection', { cut: true }],
    ['an incomplete response', { body: '{"id": "u', cut: true }],
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

  test('up to the maximum number of attempts', async () => {
    const trellis = await clientOf([problemOf(503, 'unavailable')], { maxAttempts: 2 });
    expect(await failure(trellis.get('/units'))).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(2);
  });

  test('only if the delay fits into the timeout', async () => {
    const later = { ...problemOf(429, 'rate_limited'), headers: { 'retry-after': '60' } };
    const trellis = await clientOf([later]);
    const error = await failure(trellis.get('/units', { timeoutMs: 30_000 }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a call is not repeated', () => {
  test('when it has a condition, which would fail the second time', async () => {
    const trellis = await clientOf([{ cut: true }]);
    const options = { path: { id: 'u' }, header: { 'If-Match': '"1"' }, body: { name: 'New' } };
    expect(await failure(trellis.patch('/units/{id}', options))).toBeInstanceOf(
      TrellisConnectionError,
    );
    expect(server.requests).toHaveLength(1);
  });

  test('when it is a POST without a key, except after 429', async () => {
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

  test('when its timeout has passed', async () => {
    server = await startServer(() => new Promise(() => undefined));
    const trellis = new Trellis({ baseUrl: server.address, token: 'token' });
    const call = trellis.get('/units', { timeoutMs: 50 });
    await expect(call).rejects.toThrow(TrellisConnectionError);
  });

  test('when no token arrives in time', async () => {
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
    ['the time left after waiting for a token', { token: lateToken }, { timeoutMs: 10_000 }, 8000],
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
      'Bearer old',
      'Bearer new',
    ]);
    expect(new Set(keys()).size).toBe(1);
    expect(given).toEqual([{}, { rejected: 'old' }]);
  });

  test('that is rejected again, or cannot be renewed, fails the call', async () => {
    const answers = [problemOf(401, 'invalid_token')];
    const again = await clientOf(answers, { token: () => String(server.requests.length) });
    expect(await failure(again.get('/units'))).toMatchObject({ code: 'invalid_token' });
    expect(server.requests).toHaveLength(2);
    await server.close();
    const fixed = await clientOf(answers);
    expect(await failure(fixed.get('/units'))).toMatchObject({ code: 'invalid_token' });
    expect(server.requests).toHaveLength(1);
  });

  test('is not sent elsewhere: redirects and other addresses are refused', async () => {
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
