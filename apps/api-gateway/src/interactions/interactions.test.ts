import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem, type Requester } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const thing = '0190b1f4-6d5c-7cc0-8000-000000000001';
const client = '0190b1f4-6d5c-7cc0-8000-000000000002';
const now = '2026-11-21T00:00:00.000Z';

interface Started {
  id: string;
  subject?: string;
  creator: { kind: string; id: string };
  requester: Requester;
}

let calls: Calls;
let started: Started[];
let written: unknown[];
let creator: { kind: 'client' | 'app'; id: string };
let gateway: TestGateway;
beforeEach(async () => {
  started = [];
  written = [];
  creator = { kind: 'client', id: client };
  calls = {
    'things.read': ({ id }: { id: string }) => ({
      id,
      title: 'Safe',
      subject: 'alice',
      properties: {
        level: { type: 'integer', maximum: 10, transition: true },
        broken: { type: 'boolean', readOnly: true },
        code: { type: 'string', writeOnly: true },
      },
      values: { level: 1, broken: false, code: '1234' },
      availability: { state: 'available' },
      creator,
      created: now,
      modified: now,
    }),
    'things.write': (input: unknown) => {
      written.push(input);
      return {};
    },
    'interactions.start': (input: Started) => {
      started.push(input);
      return pending(input.id);
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const pending = (id: string) => ({
  id,
  thing,
  operation: 'writeproperty',
  name: 'level',
  status: 'pending',
  requested: now,
});

const write = (name: string, value: unknown, headers: Record<string, string> = {}) =>
  gateway.request(`/api/v1/things/${thing}/properties/${name}`, {
    method: 'PUT',
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('a write to a thing of a connector', () => {
  test('tells connector-runtime whose thing it is, and nothing in the open', async () => {
    const response = await write('level', 7, { prefer: 'respond-async' });
    expect(response.status).toBe(202);
    expect(started).toMatchObject([{ subject: 'alice', creator: { kind: 'client', id: client } }]);
    expect(started[0]).toHaveProperty('input', expect.stringMatching(/^v2\./));
    expect(started[0]!.requester).toEqual({
      app: 'ada',
      request_id: response.headers.get('x-request-id'),
    });
    const { id } = started[0]!;
    expect(response.headers.get('location')).toBe(`http://trellis.test/api/v1/interactions/${id}`);
  });

  test('that was accepted is 202, although its outcome cannot be read', async () => {
    calls['interactions.read'] = () => {
      throw new Problem('unavailable', 'Away.');
    };
    const response = await write('level', 7, { prefer: 'wait=1' });
    expect([response.status, await response.json()]).toMatchObject([202, { status: 'pending' }]);
  });

  test.each([
    ['204 once the device has reported the value', 'confirmed', 204],
    ['202 when it has not within the wait', 'pending', 202],
    ['202 when another one replaces it before the device has reported the value', 'replaced', 202],
  ])('is %s', async (_title, state, status) => {
    let id = '';
    calls['interactions.start'] = (input: Started) => {
      ({ id } = input);
      return { ...pending(id), status: 'completed' };
    };
    calls['things.targets'] = () => ({
      interactions: state === 'pending' ? [id] : [],
      replaced: state === 'replaced' ? [id] : [],
    });
    const response = await write('level', 7, { prefer: 'wait=1' });
    expect(response.status).toBe(status);
    if (status === 202) {
      expect(await response.json()).toMatchObject({ status: 'completed' });
      expect(response.headers.get('location')).toMatch(`/interactions/${id}`);
    }
  });

  test('that does not conform, or that nobody may do, is not requested', async () => {
    expect((await write('level', 11)).status).toBe(400);
    expect((await write('broken', true)).status).toBe(409);
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect((await write(name, 1)).status).toBe(404);
    }
    expect(started).toEqual([]);
  });
});

describe('a write of several properties', () => {
  const path = `/api/v1/things/${thing}/properties`;
  const writeAll = (values: unknown, headers: Record<string, string> = {}) =>
    gateway.request(path, {
      method: 'PUT',
      body: JSON.stringify(values),
      headers: { 'content-type': 'application/json', ...headers },
    });

  test('is one interaction', async () => {
    const response = await writeAll({ level: 7, code: 'a' }, { prefer: 'respond-async' });
    expect(response.status).toBe(202);
    expect(started).toMatchObject([{ operation: 'writemultipleproperties' }]);
    expect(started[0]).not.toHaveProperty('name');
    expect(started[0]).toHaveProperty('input', expect.stringMatching(/^v2\./));
    expect(started[0]!.requester).toEqual({
      app: 'ada',
      request_id: response.headers.get('x-request-id'),
    });
  });

  test.each([
    [{ level: 7, broken: true }, 409, '/broken'],
    [{ code: 'a', level: 11 }, 400, '/level'],
    [{ level: 7, 'no/such': 1 }, 400, '/no~1such'],
    [{ level: 7, constructor: 1 }, 400, '/constructor'],
    [{}, 400, ''],
    [[1], 400, ''],
    [Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, n])), 400, ''],
  ])('of %j is refused with %i for %s, and nothing is requested', async (values, status, at) => {
    const response = await writeAll(values);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: at }] });
    expect(started).toEqual([]);
  });

  test('over other values than those that `If-Match` names is refused', async () => {
    const etag = (await gateway.request(path)).headers.get('etag')!;
    const writeOver = async (headers: Record<string, string>) =>
      (await writeAll({ level: 7, code: 'a' }, { prefer: 'respond-async', ...headers })).status;
    expect(await writeOver({ 'if-match': '"other"' })).toBe(412);
    expect(await writeOver({ 'if-none-match': '*' })).toBe(412);
    expect(started).toEqual([]);
    expect(await writeOver({ 'if-match': etag })).toBe(202);
  });

  test('that fails in part says what was written', async () => {
    calls['interactions.start'] = (input: Started) => ({
      ...pending(input.id),
      status: 'failed',
      problem: { code: 'remote_rejected', detail: 'No.', written: ['code'] },
    });
    const response = await writeAll({ level: 7, code: 'a' });
    expect([response.status, await response.json()]).toMatchObject([422, { written: ['code'] }]);
  });

  test('of a thing of an app is stored at once', async () => {
    creator = { kind: 'app', id: 'another app' };
    const response = await writeAll({ level: 7, code: 'a' }, { prefer: 'return=representation' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ level: 1, broken: false });
    expect(written).toMatchObject([{ values: { level: 7, code: 'a' } }]);
  });
});

describe('a transition', () => {
  const path = `/api/v1/things/${thing}/properties`;
  const put = (path: string, body: unknown) =>
    gateway.request(path, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    });

  test.each([
    ['/level?transition=2.5', 7, 2_500],
    ['?transition=0', { level: 7 }, 0],
    ['/level?transition=6000', 7, 6_000_000],
  ])('goes with the write: %s', async (suffix, body, transition_ms) => {
    expect((await put(path + suffix, body)).status).toBe(202);
    expect(started).toMatchObject([{ transition_ms }]);
  });

  test.each([
    ['/code?transition=2', 'a', /^The property code has no transitions/],
    ['?transition=2', { level: 7, code: 'a' }, /^The property code has no transitions/],
    ['/level?transition=-1', 7, /number/],
    ['/level?transition=soon', 7, /number/],
    ['/level?transition=6000.1', 7, /at most 6000/],
  ])('is refused: %s', async (suffix, body, detail) => {
    const response = await put(path + suffix, body);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ pointer: '/query/transition', detail: expect.stringMatching(detail) }] },
    ]);
    expect(started).toEqual([]);
  });

  test("is refused for an app's thing, which only stores values", async () => {
    creator = { kind: 'app', id: 'ada' };
    expect((await put(`${path}/level?transition=2`, 7)).status).toBe(400);
    expect(written).toEqual([]);
  });
});

describe('a property of a thing of an app', () => {
  test('is written with the end user to whom the token is bound, and the app', async () => {
    creator = { kind: 'app', id: 'another app' };
    const token = gateway.tokenOf('ada', 'demo', 'svc.things.admin', 'alice');
    const { headers } = await write('level', 7, { authorization: `Bearer ${token}` });
    const request_id = headers.get('x-request-id');
    expect(written).toMatchObject([{ requester: { app: 'demo', subject: 'alice', request_id } }]);
  });

  test('that is read-only is written by the app that created the thing, and by no other', async () => {
    creator = { kind: 'app', id: 'another app' };
    expect((await write('broken', true)).status).toBe(409);
    expect((await write('level', 7)).status).toBe(204);
    // The access token of the tests names no app but the developer.
    creator = { kind: 'app', id: 'ada' };
    expect((await write('broken', true)).status).toBe(204);
    expect(written).toMatchObject([{ values: { level: 7 } }, { values: { broken: true } }]);
    expect(started).toEqual([]);
  });
});

test('a value that can only be written is read nowhere', async () => {
  const path = `/api/v1/things/${thing}/properties`;
  expect(await (await gateway.request(path)).json()).toEqual({ level: 1, broken: false });
  expect((await gateway.request(`${path}/code`)).status).toBe(404);
  expect((await gateway.request(`${path}/level`)).status).toBe(200);
});
