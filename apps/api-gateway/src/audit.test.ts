import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem, type AuditEntry } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { isAudited, resourceTypeOf } from './http/audit-entry.js';
import { operations } from './operations/index.js';
import { startGateway, type Calls, type TestGateway } from './testing/gateway.js';
import { requestMemory } from './testing/request-memory.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const other = '0190b1f4-6d5c-7cc0-8000-000000000002';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {
    'units.create': ({ id }: { id: string }) => ({ id }),
    'units.remove': () => ({}),
    'instances.remove': () => ({}),
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const send = async (
  method: string,
  path: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
) => {
  const response = await gateway.request(path.startsWith('/oauth2') ? path : `/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === '' ? {} : JSON.parse(text)) as { id?: string },
  };
};
const unit = { name: 'Kitchen', type: 'room' };
/** A change that another service makes than the one that keeps the log. */
const removeInstance = () => send('DELETE', `/connectors/instances/${id}`);

test('of every operation that changes something it is known what it changes', () => {
  const changing = operations.filter(isAudited);
  expect(changing.length).toBeGreaterThan(25);
  for (const row of changing) expect(resourceTypeOf(row)).toEqual(expect.any(String));
  const others = operations.filter((row) => row.method !== 'get' && !isAudited(row));
  expect(others.map(({ path }) => path)).toEqual([
    '/api/v1/connectors/try',
    '/api/v1/connectors/hooks/:hook',
  ]);
});

describe('a request that changes something', () => {
  test('leaves one entry: who, what, when, from where, and nothing that was sent', async () => {
    const headers = {
      'x-external-subject-id': 'alice',
      'x-request-id': 'request-1',
      'x-forwarded-for': '::ffff:192.0.2.7',
      'user-agent': 'app/1.0',
    };
    const { body } = await send('POST', '/units', { body: unit, headers });
    expect(gateway.audited).toEqual([
      {
        id: expect.any(String),
        developer: 'ada',
        actor: { type: 'app', id: 'ada' },
        subject: 'alice',
        operation: 'post_api_v1_units',
        resource: { type: 'unit', ids: [body.id] },
        status: 201,
        request_id: 'request-1',
        address: '192.0.2.7',
        user_agent: 'app/1.0',
      },
    ]);
    expect(JSON.stringify(gateway.audited)).not.toContain('Kitchen');
  });

  test('has its entry before its answer', async () => {
    let store: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    const reached = new Promise<void>((resolve) => {
      calls['audit.record'] = async () => {
        resolve();
        await stored;
      };
    });
    let isAnswered = false;
    const answer = removeInstance().then((sent) => {
      isAnswered = true;
      return sent;
    });
    await reached;
    expect(isAnswered).toBe(false);
    store();
    expect((await answer).status).toBe(204);
  });

  test('in the service that keeps the log has its entry in the call that makes the change', async () => {
    const carried: (AuditEntry | undefined)[] = [];
    calls['units.create'] = ({ id, audit }: { id: string; audit?: AuditEntry }) => {
      carried.push(audit);
      return { id };
    };
    calls['audit.record'] = calls['audit.later'] = unavailable;
    const { status, body } = await send('POST', '/units', { body: unit });
    expect([status, carried.length]).toEqual([201, 1]);
    expect(gateway.audited).toEqual(carried);
    expect(carried[0]).toMatchObject({ resource: { ids: [body.id] }, status: 201 });
  });

  test('has one entry although the service has stored it and the answer did not arrive', async () => {
    let carried: AuditEntry | undefined;
    calls['units.create'] = ({ audit }: { audit?: AuditEntry }) => {
      carried = audit;
      throw new Problem('timeout', 'units did not answer in time.');
    };
    expect((await send('POST', '/units', { body: unit })).status).toBe(504);
    await waitFor(() => gateway.audited.length === 1);
    expect(gateway.audited).toMatchObject([{ id: carried!.id, status: 504, problem: 'timeout' }]);
  });

  test('names the ids of its path and those in its body, in one form', async () => {
    calls['units.link'] = () => ({});
    await send('POST', `/units/urn:uuid:${id.toUpperCase()}/children`, { body: { id: other } });
    expect(gateway.audited[0]?.resource).toEqual({ type: 'unit', ids: [id, other] });
  });

  test('may have a name and a user agent of any characters', async () => {
    calls['units.remove_property'] = () => {
      throw new Problem('not_found', 'No such property.');
    };
    const headers = { 'user-agent': `${'x'.repeat(300)}` };
    await send('DELETE', `/units/${id}/properties/a%00b%0Ac`, { headers });
    const [entry] = gateway.audited;
    expect(entry?.resource.ids).toEqual([id, 'a\ufffdb\ufffdc']);
    expect(entry?.user_agent).toHaveLength(256);
  });

  test('leaves an entry for each of its repetitions with a key', async () => {
    Object.assign(calls, requestMemory().calls);
    const headers = { 'idempotency-key': 'key' };
    const { body } = await send('POST', '/units', { body: unit, headers });
    await send('POST', '/units', { body: unit, headers });
    expect(gateway.audited.map(({ resource }) => resource.ids)).toEqual([[body.id], [body.id]]);
  });

  test('of a batch leaves one entry with the ids and the counts of its items', async () => {
    calls['units.link'] = ({ id }: { id: string }) => {
      if (id === other) throw new Problem('not_found', 'There is no such unit.');
      return {};
    };
    const items = [
      { unit: id, parent: 'parent' },
      { unit: other, parent: 'parent' },
      { unit: 'third', parent: 'parent' },
    ];
    await send('POST', '/units/links/batch', { body: { items } });
    expect(gateway.audited).toEqual([
      expect.objectContaining({
        resource: { type: 'unit', ids: [id, 'parent', 'third'] },
        items: { succeeded: 2, failed: 1 },
        status: 200,
      }),
    ]);
  });

  test('of the largest batch names the two ids of each of its items', async () => {
    calls['units.link'] = () => ({});
    const items = Array.from({ length: 1_000 }, (_, n) => ({
      unit: `unit ${n}`,
      parent: `p ${n}`,
    }));
    await send('POST', '/units/links/batch', { body: { items } });
    expect(gateway.audited[0]!.resource.ids).toHaveLength(2_000);
    expect(gateway.audited[0]!.resource.ids.slice(-2)).toEqual(['unit 999', 'p 999']);
  });

  test('only as a preview leaves none', async () => {
    calls['units.references'] = () => ({ items: [] });
    expect((await send('DELETE', `/units/${id}?dry_run=true`)).status).toBe(200);
    expect(gateway.audited).toEqual([]);
    expect((await send('POST', '/units?dry_run=true', { body: unit })).status).toBe(400);
    expect(gateway.audited).toMatchObject([{ status: 400 }]);
  });

  test('that only reads leaves none', async () => {
    calls['units.list'] = () => ({ items: [] });
    await send('GET', '/units');
    expect(gateway.audited).toEqual([]);
  });
});

describe('a request that is refused', () => {
  test.each([
    ['for its scope', 403, 'insufficient_scope', 'POST', `/things/${id}/actions/on`, {}],
    ['for its body', 400, 'invalid_request', 'POST', '/units', { name: '' }],
    ['for text that is no JSON', 400, 'invalid_request', 'POST', '/units', '{'],
    ['because nothing is there', 404, 'not_found', 'DELETE', `/things/${id}`, undefined],
  ])('%s leaves an entry with its problem', async (_why, status, problem, method, path, body) => {
    expect((await send(method, path, { body })).status).toBe(status);
    expect(gateway.audited).toMatchObject([{ status, problem, developer: 'ada' }]);
  });

  test('is answered as it was, also when it cannot be recorded', async () => {
    calls['audit.record'] = unavailable;
    calls['audit.later'] = unavailable;
    expect((await send('POST', '/units', { body: { name: '' } })).status).toBe(400);
  });

  test('without a valid token leaves none, however often it is sent', async () => {
    for (const authorization of ['', 'Bearer forged', `Bearer ${gateway.tokenOf('ada')}x`]) {
      const { status } = await send('POST', '/units', { body: unit, headers: { authorization } });
      expect(status).toBe(401);
    }
    expect(gateway.audited).toEqual([]);
  });

  test('because there were too many leaves none', async () => {
    await gateway.close();
    gateway = await startGateway(calls, {
      requests: async () => ({
        ...{ policy: '', state: '' },
        problem: new Problem('rate_limited', 'Too many.', { retry_after: 1 }),
      }),
    });
    expect((await send('POST', '/units', { body: unit })).status).toBe(429);
    expect(gateway.audited).toEqual([]);
  });
});

const unavailable = () => {
  throw new Problem('unavailable', 'The database is not available.');
};

describe('while the log is away', () => {
  test('an entry waits in a durable job, and the change is answered', async () => {
    const later: AuditEntry[] = [];
    calls['audit.record'] = unavailable;
    calls['audit.later'] = ({ entries }: { entries: AuditEntry[] }) => void later.push(...entries);
    expect((await removeInstance()).status).toBe(204);
    expect(later).toMatchObject([{ resource: { ids: [id] }, status: 204 }]);
  });

  test('no change is answered as done when the queues are away, too', async () => {
    calls['audit.record'] = unavailable;
    calls['audit.later'] = unavailable;
    expect((await removeInstance()).status).toBe(503);
  });

  test('no answer waits for queues that hang', async () => {
    calls['audit.record'] = unavailable;
    calls['audit.later'] = () => new Promise(() => undefined);
    expect((await removeInstance()).status).toBe(503);
    expect((await send('POST', '/units', { body: {} })).status).toBe(400);
  });

  test.each([
    ['with a problem', 503, 'unavailable', unavailable],
    [
      'by a fault',
      500,
      'internal',
      () => {
        throw new Error('A fault.');
      },
    ],
  ])(
    'a request that fails %s does not wait for it, and is recorded',
    async (...given) => {
      const [, status, problem, fail] = given;
      calls['units.create'] = fail;
      let recover: () => void = () => undefined;
      const recovered = new Promise<void>((resolve) => (recover = resolve));
      calls['audit.record'] = () => recovered;
      expect((await send('POST', '/units', { body: unit })).status).toBe(status);
      expect(gateway.audited).toEqual([]);
      recover();
      await waitFor(() => gateway.audited.length === 1);
      expect(gateway.audited).toMatchObject([{ status, problem }]);
    },
    30_000,
  );
});

test('requests at the same time share calls of the log', async () => {
  let [removed, recorded] = [0, 0];
  let store: () => void = () => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  calls['instances.remove'] = () => {
    removed += 1;
    if (removed === 100) store();
    return {};
  };
  calls['audit.record'] = () => {
    recorded += 1;
    return stored;
  };
  await Promise.all(Array.from({ length: 100 }, removeInstance));
  expect(gateway.audited).toHaveLength(100);
  expect(recorded).toBeLessThan(100);
});

describe('POST /oauth2/token', () => {
  const ask = (scope?: string) => {
    const form = { grant_type: 'client_credentials', client_id: 'app-1', client_secret: 'hidden' };
    return send('POST', '/oauth2/token', {
      body: new URLSearchParams({ ...form, ...(scope && { scope }) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: '' },
    });
  };
  const entry = {
    developer: 'grace',
    actor: { type: 'app', id: 'app-1' },
    operation: 'post_oauth2_token',
    resource: { type: 'access_token', ids: [] },
  };

  test('leaves an entry in the log of the developer of the app', async () => {
    calls['apps.authenticate'] = () => ({ developer: 'grace', scopes: ['svc.units.read'] });
    expect((await ask()).status).toBe(200);
    expect((await ask('root')).status).toBe(400);
    expect(gateway.audited).toMatchObject([
      { ...entry, status: 200 },
      { ...entry, status: 400, problem: 'invalid_request' },
    ]);
    expect(JSON.stringify(gateway.audited)).not.toMatch(/hidden|eyJ/);
  });

  test('that is refused leaves one if the app is known, and does not show whose it is', async () => {
    const refusal = (developer?: string) => () => {
      throw new Problem('invalid_client', 'Unknown.', { ...(developer && { developer }) });
    };
    calls['apps.authenticate'] = refusal();
    const unknown = await ask();
    expect(gateway.audited).toEqual([]);
    calls['apps.authenticate'] = refusal('grace');
    const known = await ask();
    expect(gateway.audited).toMatchObject([{ ...entry, status: 401, problem: 'invalid_client' }]);
    const shown = ({ body }: typeof known) => ({ ...body, instance: 0 });
    expect(shown(known)).toEqual(shown(unknown));
  });
});

test('an authorization by an end user leaves an entry, with the error if there is one', async () => {
  const completed = { location: 'https://app.example/', client: id, developer: 'grace' };
  calls['authorizations.complete'] = () => ({ ...completed, subject: 'alice' });
  await send('GET', '/connectors/authorized?state=s&code=hidden');
  calls['authorizations.complete'] = () => ({
    ...completed,
    subject: 'alice',
    error: 'access_denied',
  });
  await send('GET', '/connectors/authorized?state=s&error=access_denied');
  const entry = {
    developer: 'grace',
    actor: { type: 'subject', id: 'alice' },
    subject: 'alice',
    operation: 'get_api_v1_connectors_authorized',
    resource: { type: 'connector_client', ids: [id] },
    status: 303,
  };
  expect(gateway.audited).toMatchObject([entry, { ...entry, problem: 'access_denied' }]);
  expect(gateway.audited[0]).not.toHaveProperty('problem');
  expect(JSON.stringify(gateway.audited)).not.toContain('hidden');
});
