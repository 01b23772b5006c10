import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { createRateLimit } from '@trellis/operations';
import type { Operation } from '../operation.js';
import { operations } from '../operations.js';
import { type Calls, startGateway, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

/** The calls of a gateway whose services find nothing. */
let calls: { name: string; input: Record<string, unknown> }[];
let gateway: TestGateway;
beforeAll(async () => {
  const nothing = (name: string) => (input: Record<string, unknown>) => {
    if (name.startsWith('audit.') && name !== 'audit.list') return;
    calls.push({ name, input });
    throw new Problem('not_found', 'There is nothing.');
  };
  gateway = await startGateway(
    new Proxy({} as Calls, { get: (_calls, name: string) => nothing(name) }),
  );
});
afterAll(() => gateway.close());
beforeEach(() => {
  calls = [];
});

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';

const bound = (subject: string) => ({
  authorization: `Bearer ${gateway.tokenOf('ada', 'home', undefined, subject)}`,
});

/** Sends what any operation may get as far as its handler with; JSON bodies are refused by many before. */
async function send({ method, path }: Operation, headers: Record<string, string>) {
  const sent = method === 'get' || method === 'delete' ? {} : { body: '{}' };
  const response = await gateway.request(path.replaceAll(/:\w+/g, id), {
    method: method.toUpperCase(),
    ...sent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { type = '' } = (await response.json().catch(() => ({}))) as { type?: string };
  return { status: response.status, code: type.split('#')[1] };
}

const named = (rows: Operation[]) =>
  rows.map((row): [string, Operation] => [`${row.method} ${row.path}`, row]);

const withToken = operations.filter(
  ({ access }) => !['public', 'connect session', 'person'].includes(String(access.scope)),
);
const ofSubject = withToken.filter(({ access: { subject = 'none' } }) => subject !== 'none');
const ofAccount = withToken.filter(({ access: { subject = 'none' } }) => subject === 'none');

describe('with an access token that is bound to a subject', () => {
  test.each(named(ofAccount))('%s is refused', async (_name, row) => {
    expect(await send(row, bound('alice'))).toEqual({ status: 403, code: 'bound_to_subject' });
    expect(await send(row, { ...bound('alice'), 'x-external-subject-id': 'alice' })).toEqual({
      status: 403,
      code: 'bound_to_subject',
    });
    expect(calls).toEqual([]);
  });

  test.each(named(ofSubject))('%s acts for that subject, and for no other', async (_name, row) => {
    expect((await send(row, bound('alice'))).status).not.toBe(403);
    const named = await send(row, { ...bound('alice'), 'x-external-subject-id': 'alice' });
    expect(named.status).not.toBe(403);
    for (const { name, input } of calls) {
      const { developer, subject } = (input.caller ?? {}) as Record<string, unknown>;
      expect({ name, developer, subject }).toEqual({ name, developer: 'ada', subject: 'alice' });
    }
    calls = [];
    expect(await send(row, { ...bound('alice'), 'x-external-subject-id': 'bob' })).toEqual({
      status: 403,
      code: 'bound_to_subject',
    });
    expect(calls).toEqual([]);
  });

  test('what anybody may read can be read, and no token can be had', async () => {
    expect((await send(rowOf('get', '/.well-known/wot'), bound('alice'))).status).toBe(200);
    const refused = await gateway.request('/oauth2/token', {
      method: 'POST',
      headers: bound('alice'),
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(refused.status).toBe(401);
  });

  test('another subject is refused by a problem that names the header', async () => {
    const headers = { ...bound('alice'), 'x-external-subject-id': 'bob' };
    const { status, body } = await sendJson(gateway, 'GET', '/api/v1/units', { headers });
    expect(status).toBe(403);
    expect(body).toMatchObject({ errors: [{ pointer: '/headers/X-External-Subject-Id' }] });
  });

  test('what is refused is in the audit log of the subject', async () => {
    await send(rowOf('post', '/api/v1/connectors/instances'), bound('alice'));
    expect(gateway.audited.slice(-1)).toMatchObject([
      { subject: 'alice', actor: { type: 'app', id: 'home' }, problem: 'bound_to_subject' },
    ]);
  });
});

const rowOf = (method: string, path: string) =>
  operations.find((row) => row.method === method && row.path === path)!;

test('a subject has a limit of its own, so that it cannot use up that of the developer', async () => {
  const limit = (name: string, perMinute: number) =>
    createRateLimit({ name, perMinute, redis: undefined });
  const limited = await startGateway(
    { 'units.list': () => ({ items: [] }) },
    { requests: limit('requests', 10), requestsOfSubject: limit('requests-of-subject', 2) },
  );
  const list = (subject?: string) =>
    limited.request('/api/v1/units', { headers: subject === undefined ? {} : bound(subject) });
  try {
    expect((await list('alice')).status).toBe(200);
    const second = await list('alice');
    expect(second.headers.get('ratelimit')).toMatch(/^"requests-of-subject";r=0;.*"requests";r=8;/);
    for (let more = 0; more < 10; more += 1) expect((await list('alice')).status).toBe(429);
    expect((await list('bob')).status).toBe(200);
    expect((await list()).headers.get('ratelimit')).toMatch(/^"requests";r=6;/);
  } finally {
    await limited.close();
  }
});
