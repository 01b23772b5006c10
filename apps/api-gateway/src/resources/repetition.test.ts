import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem, quotaExceeded } from '@trellis/contracts';
import { eventually } from '@trellis/testing';
import { readDocument } from '../testing/openapi.js';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { requestMemory } from '../testing/request-memory.js';

let memory: ReturnType<typeof requestMemory>;
let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  memory = requestMemory();
  calls = memory.calls;
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const unit = { name: 'Kitchen', type: 'room' };
const post = async (body: unknown, headers: Record<string, string> = {}, path = '/units') => {
  const response = await gateway.request(`/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key', ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    replayed: response.headers.get('idempotent-replayed'),
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
};

describe('a request with a key', () => {
  /** The ids under which units were created. */
  let created: string[];
  beforeEach(() => {
    created = [];
    calls['units.create'] = ({ id }: { id: string }) => {
      created.push(id);
      return { id };
    };
  });

  test('is carried out once, and its repetitions get the same answer', async () => {
    const first = await post(unit);
    const second = await post(unit);
    expect(first).toMatchObject({ status: 201, replayed: null, body: { id: created[0] } });
    expect(second).toMatchObject({ status: 201, replayed: 'true', body: first.body! });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(created).toHaveLength(1);
  });

  test('is the same with the key in quotes and with other white space in the body', async () => {
    await post(unit);
    const response = await gateway.request('/api/v1/units', {
      method: 'POST',
      body: JSON.stringify(unit, undefined, 2),
      headers: { 'content-type': 'application/json', 'idempotency-key': '"key"' },
    });
    expect(response.headers.get('idempotent-replayed')).toBe('true');
  });

  test('is another one when another app of the account or another subject sends it', async () => {
    await post(unit);
    const authorization = `Bearer ${gateway.tokenOf('ada', 'another app')}`;
    expect(await post(unit, { authorization })).toMatchObject({ status: 201, replayed: null });
    const subject = { 'x-external-subject-id': 'alice' };
    expect(await post(unit, subject)).toMatchObject({ status: 201, replayed: null });
    expect(new Set(created).size).toBe(3);
  });

  test('but another body is 422', async () => {
    await post(unit);
    const { status, body } = await post({ ...unit, name: 'Attic' });
    expect({ status, type: body!.type }).toEqual({
      status: 422,
      type: 'http://trellis.test/docs/problems#idempotency_key_reused',
    });
    expect(created).toHaveLength(1);
  });

  test('that found no room in a quota is carried out when it is repeated', async () => {
    const { 'units.create': create } = calls;
    calls['units.create'] = () => {
      throw quotaExceeded('units', { limit: 3, used: 3 });
    };
    const full = {
      status: 403,
      body: {
        type: 'http://trellis.test/docs/problems#quota_exceeded',
        detail: 'The quota `units` has no room: 3 of 3 units of the developer are in use.',
        quota: { name: 'units', limit: 3, used: 3 },
      },
    };
    expect(await post(unit)).toMatchObject(full);
    expect(await post({ items: [unit] }, {}, '/units/batch')).toMatchObject({
      status: 200,
      body: { results: [{ status: 403, problem: full.body }] },
    });
    calls['units.create'] = create!;
    expect(await post(unit)).toMatchObject({ status: 201, replayed: null });
    expect(await post({ items: [unit] }, {}, '/units/batch')).toMatchObject({
      replayed: null,
      body: { results: [{ status: 201 }] },
    });
    expect(await post(unit)).toMatchObject({ status: 201, replayed: 'true' });
    expect(created).toHaveLength(2);
  });

  test('is 409 while the first one is under way', async () => {
    let finish = () => {};
    const begun = new Promise<void>((isBegun) => {
      calls['units.create'] = async ({ id }: { id: string }) => {
        isBegun();
        await new Promise<void>((resolve) => (finish = resolve));
        return { id };
      };
    });
    const first = post(unit);
    await begun;
    const second = await post(unit);
    expect(second).toMatchObject({ status: 409, body: { remedy: 'retry' } });
    expect(second.body!.type).toMatch('idempotency_key_in_use');
    expect(second.headers.get('retry-after')).toBe('1');
    finish();
    expect((await first).status).toBe(201);
    expect((await post(unit)).replayed).toBe('true');
  });

  test('is another request for another subject, or at another path', async () => {
    calls['units.link'] = () => ({});
    await post(unit);
    expect((await post(unit, { 'x-external-subject-id': 'alice' })).replayed).toBeNull();
    for (const path of ['/units/a/parents', '/units/b/parents']) {
      expect(await post({ id: 'c' }, {}, path)).toMatchObject({ status: 201, replayed: null });
    }
  });

  test('that is not valid is not remembered: it may be corrected', async () => {
    expect((await post({ name: 5 })).status).toBe(400);
    expect((await post(unit)).status).toBe(201);
  });

  test('with a key that is not valid is 400', async () => {
    expect(await post(unit, { 'idempotency-key': 'a b' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/headers/Idempotency-Key' }] },
    });
    expect(created).toEqual([]);
  });

  test('is remembered with a large answer, as that of a whole batch', async () => {
    const items = new Array(1_000).fill(unit);
    const first = await post({ items }, {}, '/units/batch');
    const second = await post({ items }, {}, '/units/batch');
    expect(second).toMatchObject({ status: 200, replayed: 'true', body: first.body! });
    expect(created).toHaveLength(1_000);
  });

  test('is stored encrypted, and its body not at all', async () => {
    const configuration = { password: 'hunter2' };
    calls['instances.create'] = ({ id }: { id: string }) => ({ id });
    await post({ connector_type_id: 'wot', configuration }, {}, '/connectors/instances');
    const [request] = [...memory.requests.values()];
    expect(request!.answer).toMatch(/^v2\./);
    expect(JSON.stringify(request)).not.toContain('hunter2');
    expect(request!.fingerprint).toMatch(/^[\w-]{43}$/);
  });
});

describe('a problem', () => {
  const failing = (code: 'invalid_json_ld' | 'timeout' | 'unavailable') => {
    calls['units.create'] = () => {
      throw new Problem(code, 'Not this time.');
    };
  };

  test('that is final is the answer to the repetitions, each with its own request id', async () => {
    failing('invalid_json_ld');
    const first = await post(unit);
    const second = await post(unit, { 'x-request-id': 'second' });
    expect(first).toMatchObject({ status: 400, replayed: null });
    expect(second).toMatchObject({ status: 400, replayed: 'true', body: { instance: 'second' } });
  });

  test.each(['timeout', 'unavailable'] as const)(
    '%s is not: a repetition tries again under the same id',
    async (code) => {
      const ids: string[] = [];
      calls['units.create'] = ({ id }: { id: string }) => {
        ids.push(id);
        if (ids.length === 1) throw new Problem(code, 'Not this time.');
        return { id };
      };
      expect((await post(unit)).status).toBeGreaterThanOrEqual(500);
      expect(await post(unit)).toMatchObject({ status: 201, replayed: null, body: { id: ids[0] } });
      expect(ids[1]).toBe(ids[0]);
    },
  );

  test('of remembering the request is answered, and frees the key', async () => {
    const { 'requests.begin': begin } = calls;
    const ended: unknown[] = [];
    calls['requests.begin'] = () => {
      throw new Problem('timeout', 'units did not answer in time.');
    };
    calls['requests.end'] = (input) => {
      ended.push(input);
      return {};
    };
    expect((await post(unit)).status).toBe(504);
    expect(ended).toEqual([expect.not.objectContaining({ answer: expect.anything() })]);
    calls['requests.begin'] = begin!;
    failing('invalid_json_ld');
    expect((await post(unit)).status).toBe(400);
  });

  test('of storing the answer does not keep it from the caller, and frees the key later', async () => {
    const ids: string[] = [];
    calls['units.create'] = ({ id }: { id: string }) => {
      ids.push(id);
      return { id };
    };
    const { 'requests.end': end } = calls;
    calls['requests.end'] = () => {
      throw new Problem('unavailable', 'The database is not available.');
    };
    expect((await post(unit)).status).toBe(201);
    expect(JSON.stringify(gateway.logged)).toContain('storing an answer failed');
    expect((await post(unit)).status).toBe(409);
    calls['requests.end'] = end!;
    await eventually(async () => expect((await post(unit)).status).toBe(201));
    expect(ids).toEqual([ids[0], ids[0]]);
  });
});

test('a property that an earlier attempt has added is not in the way of its repetition', async () => {
  const stored = new Map<string, unknown>();
  let attempts = 0;
  calls['units.add_property'] = ({ property }: { property: { name: string; value: unknown } }) => {
    attempts += 1;
    if (stored.has(property.name)) throw new Problem('already_exists', 'It has one.');
    stored.set(property.name, property.value);
    if (attempts === 1) throw new Problem('timeout', 'units did not answer in time.');
    return {};
  };
  calls['units.property'] = ({ name }: { name: string }) => ({ name, value: stored.get(name) });
  const add = (key: string, value = 1) =>
    post({ name: 'floor', value }, { 'idempotency-key': key }, '/units/a/properties');
  expect((await add('first')).status).toBe(504);
  expect((await add('first')).status).toBe(201);
  expect((await add('second')).status).toBe(409);
});

test('an answer that is too long is not stored: a repetition is carried out again', async () => {
  calls['things.create'] = ({ id, app, state }: { id: string; app: string; state: object }) => ({
    ...state,
    id,
    availability: { state: 'available' },
    creator: { kind: 'app', id: app },
    created: '2026-11-21T00:00:00.000Z',
    modified: '2026-11-21T00:00:00.000Z',
  });
  const thing = { title: 'Lamp', description: 'x'.repeat(600 * 1024) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await post(thing, {}, '/things')).toMatchObject({
      status: 201,
      replayed: null,
    });
  }
});

test('the key of a token request is ignored: tokens are not stored', async () => {
  calls['apps.authenticate'] = () => ({ developer: 'ada', scopes: [] });
  const request = () =>
    gateway.request('/oauth2/token', {
      method: 'POST',
      body: 'grant_type=client_credentials&client_id=app&client_secret=secret',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': 'key',
      },
    });
  for (const response of [await request(), await request()]) {
    expect(response.status).toBe(200);
    expect(response.headers.get('idempotent-replayed')).toBeNull();
  }
  expect(memory.requests.size).toBe(0);
});

test('the OpenAPI document has the header at every POST that takes it', async () => {
  interface Described {
    parameters?: { name: string }[];
    responses: Record<string, { description: string }>;
  }
  const { paths } = await readDocument<{ paths: Record<string, Record<string, Described>> }>(
    gateway,
  );
  const withoutKey = [
    '/oauth2/token',
    '/api/v1/units/import',
    '/api/v1/connectors/try',
    '/api/v1/connect/clients/{id}/authorization',
    '/api/v1/connectors/hooks/{hook}',
    '/api/v1/events/ticket',
    '/api/v1/invitations/{id}/open',
    '/api/v1/environments/{id}/token',
  ];
  const takesKey = ({ parameters = [] }: Described) =>
    parameters.some(({ name }) => name === 'Idempotency-Key');
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const expected = method === 'post' && !withoutKey.includes(path);
      expect({ path, method, takesKey: takesKey(described) }).toEqual({
        path,
        method,
        takesKey: expected,
      });
      if (!expected) continue;
      expect(described.responses['409']!.description).toContain('idempotency_key_in_use');
      expect(described.responses['422']!.description).toContain('idempotency_key_reused');
    }
  }
});
