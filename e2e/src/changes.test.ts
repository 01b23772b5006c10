import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();

interface Change {
  id: string;
  kind: string;
  time: string;
  resource: { href: string; id: string };
  parent?: { id: string };
  thing?: { id: string };
  subject?: { id: string };
}

/** Follows the changes of an account from now on, in pages of a few. */
async function follow({ request }: Account, options: { subject?: string } = {}, query = 'limit=3') {
  const start = (await request('GET', '/changes', options)).body;
  expect(start).toEqual({ changes: [], cursor: expect.any(String), more: false });
  const seen: Change[] = [];
  let cursor: string = start.cursor;
  return {
    start: start.cursor as string,
    /** All that has happened until now. */
    async until(isThere: (seen: Change[]) => boolean): Promise<Change[]> {
      await waitFor(async () => {
        const page = await request('GET', `/changes?cursor=${cursor}&${query}`, options);
        expect(page.status).toBe(200);
        seen.push(...page.body.changes);
        cursor = page.body.cursor;
        return isThere(seen);
      });
      return seen;
    },
  };
}

const has = (kind: string) => (seen: Change[]) => seen.some((change) => change.kind === kind);

test('whoever follows the changes learns of all that exists, and of what does no more', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const feed = await follow(account);
  const create = async (path: string, body: object) =>
    (await request('POST', path, { body })).body.id as string;
  const floor = await create('/units', { name: 'Floor', type: 'floor' });
  const room = await create('/units', {
    name: 'Room',
    type: 'room',
    properties: [{ name: 'area', value: 12 }],
  });
  const thing = await create('/things', { title: 'Lamp' });
  await request('POST', `/units/${room}/parents`, { body: { id: floor } });
  await request('POST', `/units/${room}/subjects`, { body: { id: 'alice' } });
  await request('POST', `/units/${room}/things`, { body: { id: thing } });
  await request('PUT', `/units/${room}/properties/area`, { body: { value: 13 } });
  await request('PATCH', `/units/${room}`, { body: { name: 'Study', properties: [] } });
  await request('DELETE', `/units/${room}/things/${thing}`);
  await request('DELETE', `/units/${room}`);
  await request('DELETE', `/things/${thing}`);
  const seen = await feed.until(has('thing_deleted'));
  const of = ({ kind, resource, parent, thing: linked, subject }: Change) => [
    kind,
    resource.id,
    ...[parent, linked, subject].flatMap((other) => (other ? [other.id] : [])),
  ];
  expect(seen.map(of)).toEqual([
    ['unit_created', floor],
    ['unit_created', room],
    ['thing_created', thing],
    ['unit_linked', room, floor],
    // One request has linked and created it.
    ['unit_linked', room, 'alice'],
    ['subject_created', 'alice'],
    ['unit_linked', room, thing],
    ['unit_updated', room],
    ['unit_updated', room],
    ['unit_unlinked', room, thing],
    ['unit_unlinked', room, 'alice'],
    ['unit_deleted', room],
    ['thing_deleted', thing],
  ]);
  for (const { resource, kind } of seen) {
    const gone = [room, thing].includes(resource.id);
    expect([kind, (await request('GET', resource.href)).status]).toEqual([kind, gone ? 404 : 200]);
  }
  // Who comes back later finds the same, from any position.
  const after = async (cursor: string) =>
    (await request('GET', `/changes?cursor=${cursor}`)).body.changes;
  expect(await after(feed.start)).toEqual(seen);
  expect(await after(seen[4]!.id)).toEqual(seen.slice(5));
  const { body: tombstones } = await request(
    'GET',
    `/changes?cursor=${feed.start}&kind=unit_deleted,thing_deleted`,
  );
  expect(tombstones.changes.map(({ kind }: Change) => kind)).toEqual([
    'unit_deleted',
    'thing_deleted',
  ]);
  // The positions of the stream of events are the same.
  const { body: more } = await request('GET', `/changes?cursor=${seen.at(-1)!.id}`);
  expect(more.changes).toEqual([]);
});

test('clients are told, too: created, started, changed and removed, with their things', async () => {
  const account = newAccount(stack());
  const feed = await follow(account, {}, 'limit=100');
  const client = await simulate(account, { devices: 1 });
  const id = client.path.split('/').at(-1)!;
  await feed.until(has('client_updated'));
  await account.request('PATCH', client.path, { body: { configuration: { interval_ms: 2000 } } });
  await feed.until((seen) => seen.filter(({ kind }) => kind === 'client_updated').length === 2);
  expect((await account.request('DELETE', client.path)).status).toBe(204);
  const seen = await feed.until(has('client_deleted'));
  const clients = seen.filter(({ kind }) => kind.startsWith('client_'));
  expect(clients.map(({ kind, resource }) => [kind, resource.id])).toEqual([
    ['client_created', id],
    ['client_updated', id],
    ['client_updated', id],
    ['client_deleted', id],
  ]);
  expect(seen.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['subject_created', 'thing_created', 'thing_deleted']),
  );
});

test('a subject is told of what it sees, until it does no more', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const feed = await follow(account, { subject: 'alice' });
  const create = async (name: string, subject?: string) =>
    (await request('POST', '/units', { subject, body: { name, type: 'room' } })).body.id as string;
  const own = await create('Own', 'alice');
  const shared = await create('Shared');
  const hidden = await create('Hidden', 'bob');
  await request('POST', `/units/${shared}/parents`, { body: { id: hidden } });
  await request('POST', `/units/${shared}/subjects`, { body: { id: 'alice' } });
  await request('POST', `/units/${shared}/children`, { body: { id: own } });
  await request('PATCH', `/units/${shared}`, { body: { name: 'Still shared' } });
  await request('PATCH', `/units/${hidden}`, { body: { name: 'Still hidden' } });
  await request('DELETE', `/units/${shared}`);
  await request('DELETE', `/units/${own}`);
  const seen = await feed.until(has('unit_deleted'));
  expect(seen.map(({ kind, resource }) => [kind, resource.id])).toEqual([
    ['unit_created', own],
    ['subject_created', 'alice'],
    ['unit_linked', shared],
    ['unit_unlinked', shared],
    ['unit_deleted', own],
  ]);
  const other = newAccount(stack());
  const { body } = await other.request('GET', `/changes?cursor=${feed.start}`);
  expect(body.changes).toEqual([]);
});

describe('a request for changes', () => {
  test('waits for one, and is woken by it', async () => {
    const account = newAccount(stack());
    const { start } = await follow(account);
    const waiting = account.request('GET', `/changes?cursor=${start}&wait=25`);
    const body = { name: 'Kitchen', type: 'room' };
    const { body: created } = await account.request('POST', '/units', { body });
    const { body: page } = await waiting;
    expect(page.changes).toMatchObject([{ kind: 'unit_created', resource: { id: created.id } }]);
    const idle = await account.request('GET', `/changes?cursor=${page.cursor}&wait=1`);
    expect(idle).toMatchObject({ status: 200, body: { changes: [] } });
  });

  test('from a position that is not known any more is 410, and says what to do', async () => {
    const { request } = newAccount(stack());
    const answer = await request('GET', '/changes?cursor=5-0-1000');
    expect(answer).toMatchObject({
      status: 410,
      body: {
        type: expect.stringMatching(/#position_gone$/),
        detail: expect.stringContaining('read the lists'),
      },
    });
  });

  test('is told of what its token has scopes for, and refused what it asks for beyond', async () => {
    const account = newAccount(stack());
    const { start } = await follow(account);
    const limited = newAccount(stack(), {
      developer: account.developer,
      scopes: ['svc.things.read'],
    });
    await account.request('POST', '/units', { body: { name: 'Kitchen', type: 'room' } });
    await account.request('POST', '/things', { body: { title: 'Lamp' } });
    const kinds = await waitFor(async () => {
      const { body } = await limited.request('GET', `/changes?cursor=${start}`);
      return body.changes.length > 0 && body.changes.map(({ kind }: Change) => kind);
    });
    expect(kinds).toEqual(['thing_created']);
    const refused = await limited.request('GET', `/changes?cursor=${start}&kind=unit_created`);
    expect(refused.status).toBe(403);
    const none = newAccount(stack(), { scopes: ['svc.audit.read'] });
    expect((await none.request('GET', '/changes')).status).toBe(403);
  });
});

describe('a callback', () => {
  const messages: { id: string; type: string; thing: string }[] = [];
  let refusals = 0;
  let app: Server;
  beforeAll(() => {
    app = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        const { type, data } = JSON.parse(text) as { type: string; data: { thing_id: string } };
        refusals -= 1;
        if (refusals >= 0) return void response.writeHead(503).end();
        messages.push({ type, thing: data.thing_id, id: String(request.headers['webhook-id']) });
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
  });
  afterAll(() => {
    app.closeAllConnections();
    app.close();
  });

  test('is sent everything since a position again: in order, each once', async () => {
    const account = newAccount(stack());
    const { request } = account;
    const { start } = await follow(account);
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
    const body = { url, events: ['thing_created', 'thing_deleted'] };
    await request('PUT', '/callback', { body });
    const { path } = await simulate(account, { devices: 3 });
    await request('DELETE', path);
    const { body: listed } = await request(
      'GET',
      `/changes?cursor=${start}&kind=thing_created,thing_deleted`,
    );
    const expected = (listed.changes as Change[]).map(({ kind, resource }) => ({
      type: kind,
      thing: resource.id.replace('urn:uuid:', ''),
    }));
    expect(expected).toHaveLength(6);
    await waitFor(() => messages.length === 6);
    messages.length = 0;
    refusals = 1;
    const replayed = await request('POST', '/callback/replay', { body: { from: start } });
    expect(replayed.status).toBe(202);
    await waitFor(() => messages.length === 6);
    expect(messages).toMatchObject(expected);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(6);
    await waitFor(async () => {
      const again = await request('POST', '/callback/replay', {
        body: { from: (listed.changes as Change[])[4]!.id },
      });
      return again.status === 202;
    });
    await waitFor(() => messages.length === 7);
    expect(messages.at(-1)).toMatchObject(expected[5]!);
    const old = await request('POST', '/callback/replay', { body: { from: '5-0-1000' } });
    expect(old.status).toBe(410);
  });
});
