import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem, type AuditEntry } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { createRateLimit, isAudited } from '@trellis/operations';
import { operations } from '../operations.js';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { requestMemory } from '../testing/request-memory.js';
import { sendJson, type Sent } from '../testing/send-json.js';

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

const send = (method: string, path: string, sent?: Sent) =>
  sendJson<{ id: string }>(gateway, method, `/api/v1${path}`, sent);
const unit = { name: 'Kitchen', type: 'room' };
/** Returns a change that another service makes than the one that keeps the log. */
const removeInstance = () => send('DELETE', `/connectors/instances/${id}`);

const unavailable = () => {
  throw new Problem('unavailable', 'The database is not available.');
};

test('of every operation that changes something it is known what it changes', () => {
  const changing = operations.filter(isAudited);
  expect(changing.length).toBeGreaterThan(25);
  const others = operations.filter((row) => row.method !== 'get' && !isAudited(row));
  expect(others.map(({ path }) => path)).toEqual([
    '/api/v1/connectors/try',
    '/api/v1/connectors/codes',
    '/api/v1/connectors/codes/cancel',
    '/api/v1/connect/clients/:id/authorization',
    '/api/v1/connectors/hooks/:hook',
    '/api/v1/events/ticket',
    '/api/v1/environments/:id/token',
    '/api/v1/invitations/:id/open',
    '/api/auth/:action',
    '/api/auth/:action/:step',
    '/mcp',
    '/oauth2/register',
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
        operation: 'createUnit',
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
    ['for its body', 400, 'invalid_request', 'POST', '/units', { name: '' }],
    ['for text that is no JSON', 400, 'invalid_request', 'POST', '/units', '{'],
    ['because nothing is there', 404, 'not_found', 'DELETE', `/things/${id}`, undefined],
  ])('%s leaves an entry with its problem', async (_why, status, problem, method, path, body) => {
    expect((await send(method, path, { body })).status).toBe(status);
    expect(gateway.audited).toMatchObject([{ status, problem, developer: 'ada' }]);
  });

  test('for its scope leaves an entry with its problem', async () => {
    const headers = { authorization: `Bearer ${gateway.tokenOf('ada', 'ada', 'svc.things.read')}` };
    const { status } = await send('POST', `/things/${id}/actions/on`, { body: {}, headers });
    expect(status).toBe(403);
    expect(gateway.audited).toMatchObject([{ status, problem: 'insufficient_scope' }]);
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
        policy: '',
        state: '',
        problem: new Problem('rate_limited', 'Too many.', { retry_after: 1 }),
      }),
    });
    expect((await send('POST', '/units', { body: unit })).status).toBe(429);
    expect(gateway.audited).toEqual([]);
  });
});

test('refusals beyond their limit leave no entry, successes always do', async () => {
  await gateway.close();
  const refusals = createRateLimit({ name: 'refusals', perMinute: 2, redis: undefined });
  gateway = await startGateway(calls, { refusals });
  for (let count = 0; count < 4; count += 1) {
    expect((await send('POST', '/units', { body: {} })).status).toBe(400);
  }
  expect((await send('POST', '/units', { body: unit })).status).toBe(201);
  expect(gateway.audited.map(({ status }) => status)).toEqual([400, 400, 201]);
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
