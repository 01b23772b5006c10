import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const thing = '0190b1f4-6d5c-7cc0-8000-000000000001';
const client = '0190b1f4-6d5c-7cc0-8000-000000000002';
const now = '2026-11-21T00:00:00.000Z';

interface Started {
  id: string;
  subject?: string;
  creator: { kind: string; id: string };
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
        level: { type: 'integer', maximum: 10 },
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

describe('a property of a thing of an app', () => {
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
