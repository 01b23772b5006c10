import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newAccount, request, waitFor, type Account, type ServiceName } from '@trellis/testing';
import { changes, newUnit, nothing, prepare } from './audit/changes.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();

interface Entry {
  id: string;
  time: string;
  actor: { type: string; id: string };
  subject?: string;
  operation: string;
  resource: { type: string; ids: string[] };
  status: number;
  problem?: string;
  request_id: string;
}

const entriesOf = async ({ request }: Account, query = ''): Promise<Entry[]> =>
  (await request('GET', `/audit${query}`)).body;

/** The whole log of an account. */
async function exported({ token }: Account, query = ''): Promise<Entry[]> {
  const response = await fetch(`${stack().address}/api/v1/audit/export${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Entry);
}

/** Tokens and authorizations carry no access token; they have tests of their own. */
const withoutToken = ['createAccessToken', 'completeAuthorization'];

/** Changes by the page of a connect session, which has no access token either. */
const ofConnectPage = [
  'createConnectAgent',
  'deleteConnectAgent',
  'createConnectClient',
  'updateConnectClient',
  'pollConnectClient',
];

/** Changes by people who are signed in, whose entries are those of an organization. */
const ofPeople = [
  'createOrganization',
  'updateOrganization',
  'createEnvironment',
  'updateEnvironment',
  'deleteEnvironment',
  'restoreEnvironment',
  'deleteOrganization',
  'restoreOrganization',
  'copyEnvironment',
  'updateMember',
  'deleteMember',
  'createInvitation',
  'deleteInvitation',
  'acceptInvitation',
  'createMcpClient',
  'deleteMcpClient',
];

/** POST requests that change nothing: trials, webhooks of vendors, tickets, and what needs no entry of its own. */
const withoutEntry = [
  'tryConnector',
  'receiveHook',
  'createEventsTicket',
  'beginConnectAuthorization',
  'createEnvironmentToken',
  'readInvitation',
];

describe('every operation that changes something', () => {
  test('is in the table of this test', async () => {
    const { body } = await request(stack(), 'GET', '/openapi.json');
    const paths = body.paths as Record<string, Record<string, { operationId: string }>>;
    const ids = Object.values(paths)
      .flatMap((methods) => Object.entries(methods))
      .filter(([method, { operationId }]) => method !== 'get' || withoutToken.includes(operationId))
      .map(([, { operationId }]) => operationId);
    expect(ids.sort()).toEqual(
      [
        ...changes.map(({ operation }) => operation),
        ...withoutToken,
        ...ofConnectPage,
        ...ofPeople,
        ...withoutEntry,
      ].sort(),
    );
  });

  test('leaves exactly one entry, which says who did what and how it ended', async () => {
    const account = newAccount(stack());
    const there = await prepare(account);
    const before = (await exported(account)).length;
    for (const { operation, status, ...change } of changes) {
      const [method, path, body] = change.request(there);
      const headers = { 'x-request-id': operation };
      const answer = await account.request(method, path, { body, headers });
      expect({ operation, status: answer.status }).toEqual({ operation, status });
    }
    const entries = await exported(account);
    expect(entries).toHaveLength(before + changes.length);
    const shown = entries
      .slice(0, changes.length)
      .reverse()
      .map(({ operation, status, resource, request_id, actor }) => ({
        operation,
        status,
        type: resource.type,
        request_id,
        actor: actor.id,
      }));
    expect(shown).toEqual(
      changes.map(({ operation, status, type }) => ({
        operation,
        status,
        type,
        request_id: operation,
        actor: account.developer,
      })),
    );
    const linked = entries.find(({ operation }) => operation === 'linkChild');
    expect(linked?.resource.ids).toEqual([there.unit, there.other]);
  });

  test('leaves an entry when the scope is missing, and none without a token', async () => {
    const account = newAccount(stack(), { scopes: ['svc.audit.read'] });
    for (const change of changes) {
      const [method, path, body] = change.request(nothing);
      expect((await account.request(method, path, { body })).status).toBe(403);
      expect((await request(stack(), method, path, { body })).status).toBe(401);
    }
    const entries = await entriesOf(account);
    expect(entries.map(({ operation }) => operation).reverse()).toEqual(
      changes.map(({ operation }) => operation),
    );
    for (const entry of entries) {
      expect(entry).toMatchObject({ status: 403, problem: 'insufficient_scope' });
    }
  });
});

describe('GET /audit', () => {
  const create = ({ request }: Account, subject?: string) =>
    request('POST', '/units', { body: newUnit, ...(subject && { subject }) });

  test('has nothing of another developer', async () => {
    const [owner, stranger] = [newAccount(stack()), newAccount(stack())];
    const { body } = await create(owner);
    expect(await entriesOf(owner)).toHaveLength(1);
    expect(await entriesOf(stranger)).toEqual([]);
    expect(await entriesOf(stranger, `?resource=${body.id}`)).toEqual([]);
    expect(await entriesOf(stranger, `?actor=${owner.developer}`)).toEqual([]);
    expect(await exported(stranger)).toEqual([]);
  });

  test('of a subject has what was done for it', async () => {
    const account = newAccount(stack());
    for (const subject of ['alice', 'bob', undefined]) await create(account, subject);
    const ofAlice = await account.request('GET', '/audit', { subject: 'alice' });
    expect(ofAlice.body).toMatchObject([{ subject: 'alice' }]);
    expect(await entriesOf(account, '?subject=bob')).toMatchObject([{ subject: 'bob' }]);
    expect(await entriesOf(account)).toHaveLength(3);
  });

  test('is read in pages, and filtered by time, operation and resource', async () => {
    const account = newAccount(stack());
    const created: string[] = [];
    for (let n = 0; n < 5; n += 1) created.unshift((await create(account)).body.id);
    await account.request('DELETE', `/units/${created[0]}`);

    const read: string[] = [];
    for (let path: string | undefined = '/audit?limit=2'; path;) {
      const page = await account.request('GET', path);
      read.push(...(page.body as Entry[]).map(({ resource }) => resource.ids[0]!));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(read).toEqual([created[0], ...created]);

    const [last, ...rest] = await entriesOf(account);
    const removed = { operation: 'deleteUnit', resource: { ids: [created[0]] } };
    expect(last).toMatchObject(removed);
    expect(await entriesOf(account, `?operation=${last!.operation}`)).toEqual([last]);
    const ofUnit = await entriesOf(account, `?resource=urn:uuid:${created[0]!.toUpperCase()}`);
    expect(ofUnit).toEqual([last, rest[0]]);
    const at = (time: string) => encodeURIComponent(time);
    const since = await entriesOf(account, `?from=${at(last!.time)}`);
    const until = await entriesOf(account, `?to=${at(last!.time)}`);
    expect([...since, ...until]).toEqual([last, ...rest]);
    expect(since).toContainEqual(last);
    expect(await exported(account, `?operation=${last!.operation}`)).toEqual([last]);
  });

  test.each(['cursor=x', 'from=yesterday', 'limit=0', 'who=me'])(
    'with ?%s is 400',
    async (query) => {
      const { status, body } = await newAccount(stack()).request('GET', `/audit?${query}`);
      expect([status, body.errors[0].pointer]).toEqual([400, `/query/${query.split('=')[0]}`]);
    },
  );

  test('is all that can be done with it', async () => {
    const account = newAccount(stack());
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await account.request(method, '/audit')).status).toBe(405);
    }
  });
});

test('a token that an app gets leaves an entry in the log of its developer', async () => {
  const file = join(stack().dataDirectory, 'secrets.json');
  const { demoApp } = JSON.parse(readFileSync(file, 'utf8')) as {
    demoApp: { client_id: string; client_secret: string };
  };
  const ask = (client_secret: string, requestId: string) =>
    fetch(`${stack().address}/oauth2/token`, {
      method: 'POST',
      headers: { 'x-request-id': requestId },
      body: new URLSearchParams({ ...demoApp, client_secret, grant_type: 'client_credentials' }),
    });
  const [granted, refused] = [randomUUID(), randomUUID()];
  const { access_token } = (await (await ask(demoApp.client_secret, granted)).json()) as {
    access_token: string;
  };
  await ask('wrong', refused);
  const log = await fetch(`${stack().address}/api/v1/audit?operation=createAccessToken`, {
    headers: { authorization: access_token },
  });
  const entries = (await log.json()) as Entry[];
  const byRequest = (id: string) => entries.filter(({ request_id }) => request_id === id);
  const actor = { type: 'app', id: 'demo' };
  expect(byRequest(granted)).toMatchObject([{ actor, status: 200 }]);
  expect(byRequest(refused)).toMatchObject([{ actor, status: 401, problem: 'invalid_client' }]);
});

test.each<ServiceName>(['units-service', 'api-gateway'])(
  'every change that was answered has its entry, also when %s is killed meanwhile',
  async (service) => {
    const account = newAccount(stack());
    const answered: string[] = [];
    let goesOn = true;
    const write = async () => {
      while (goesOn) {
        const answer = await account
          .request('POST', '/units', { body: newUnit })
          .catch(() => undefined);
        if (answer?.status === 201) answered.push(answer.body.id);
      }
    };
    const writers = Array.from({ length: 8 }, write);
    await waitFor(() => answered.length > 50);
    const pid = await stack().pidOf(service);
    process.kill(pid, 'SIGKILL');
    const before = answered.length;
    await waitFor(() => answered.length > before + 100, { what: 'the traffic to go on' });
    goesOn = false;
    await Promise.all(writers);

    const missing = async () => {
      const recorded = (await exported(account, '?operation=createUnit')).flatMap(
        ({ resource }) => resource.ids,
      );
      expect(new Set(recorded).size).toBe(recorded.length);
      const found = new Set(recorded);
      return answered.filter((id) => !found.has(id));
    };
    // What units-service could not store at once waits in a job.
    await waitFor(async () => (await missing()).length === 0, { what: 'all entries' });
  },
  120_000,
);
