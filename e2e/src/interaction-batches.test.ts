import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { borrowedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = borrowedStack();

interface Result {
  thing: { href: string };
  status: string;
  problem?: { type: string };
}

interface Message {
  type: string;
  data: Record<string, unknown>;
}

/** The server of an app, which opens its letter boxes at once. */
let app: Server;
const messages: Message[] = [];
beforeAll(async () => {
  app = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      messages.push(JSON.parse(body) as Message);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ opened: true }));
    });
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
});
afterAll(() => void app.close());

const allOff = { property: 'on', value: false };
const ended = ({ request }: Account, location: string) =>
  waitFor(
    async () => {
      const { body } = await request('GET', location);
      return body.status !== 'pending' && body;
    },
    { what: 'the end of the batch' },
  );

/** A building with a room that has the lamps of a simulator, and one with two lamps of an app. */
async function building() {
  const account = newAccount(stack());
  const { request } = account;
  await simulate(account, { devices: 12 });
  const lamp = (properties: object) =>
    request('POST', '/things', {
      subject: 'alice',
      body: {
        title: 'Own lamp',
        '@type': ['Light', 'OnOffSwitch'],
        properties: { on: properties },
      },
    });
  const own = (await lamp({ type: 'boolean', value: true })).headers.get('location')!;
  const fixed = (await lamp({ type: 'string', value: 'always' })).headers.get('location')!;
  const unit = async (name: string) =>
    (await request('POST', '/units', { body: { name, type: name, properties: [] } })).body
      .id as string;
  const house = await unit('building');
  const rooms = [await unit('room'), await unit('room')];
  for (const id of rooms) await request('POST', `/units/${house}/children`, { body: { id } });
  const lights = (await request('GET', '/things?type=Light')).body as { href: string }[];
  const simulated = lights.map(({ href }) => href).filter((href) => href !== own && href !== fixed);
  for (const id of simulated) await request('POST', `/units/${rooms[0]}/things`, { body: { id } });
  for (const id of [own, fixed])
    await request('POST', `/units/${rooms[1]}/things`, { body: { id } });
  for (const href of simulated) {
    await request('PUT', `${href}/properties/on`, { body: true });
  }
  const isOn = async (href: string) => (await request('GET', `${href}/properties/on`)).body;
  return { account, request, house, rooms, simulated, own, fixed, isOn };
}

describe('all lamps of a building', () => {
  test('are switched off, except one that refuses', async () => {
    const { account, request, house, simulated, own, fixed, isOn } = await building();
    const select = { type: 'Light', below: house };
    expect(simulated.length).toBeGreaterThan(1);

    const preview = await request('POST', '/interactions/batch?dry_run=true', {
      body: { select, ...allOff },
    });
    expect(preview.status).toBe(200);
    const planned = preview.body.things as Result[];
    expect(planned.map(({ thing }) => thing.href).toSorted()).toEqual(
      [...simulated, own, fixed].toSorted(),
    );
    const refused = planned.filter(({ problem }) => problem);
    expect(refused.map(({ thing }) => thing.href)).toEqual([fixed]);
    expect(await isOn(simulated[0]!)).toBe(true);

    const begun = await request('POST', '/interactions/batch', { body: { select, ...allOff } });
    expect(begun).toMatchObject({ status: 202, body: { operation: 'writeproperty', name: 'on' } });
    const batch = await ended(account, begun.headers.get('location')!);
    expect(batch).toMatchObject({
      status: 'completed',
      progress: {
        pending: 0,
        running: 0,
        completed: simulated.length + 1,
        failed: 1,
        cancelled: 0,
      },
    });
    for (const href of [...simulated, own]) await waitFor(async () => !(await isOn(href)));
    expect(await isOn(fixed)).toBe('always');

    const failed = await request('GET', `${batch.results.href}?status=failed`);
    expect(failed.body).toMatchObject([{ thing: { href: fixed }, status: 'failed' }]);
    const first = await request('GET', `${batch.results.href}?limit=1`);
    expect(first.body).toHaveLength(1);
    expect(first.headers.get('link')).toContain('rel="next"');
    const [{ href: one }] = first.body as [{ href: string }];
    expect((await request('GET', one)).body).toMatchObject({ name: 'on', status: 'completed' });

    const operation = 'startInteractionBatch';
    const { body: entries } = await request('GET', `/audit?operation=${operation}`);
    expect(entries).toMatchObject([
      {
        operation,
        resource: { ids: [batch.id] },
        items: { succeeded: simulated.length + 1, failed: 1 },
      },
    ]);
  });
});

describe('a batch', () => {
  test('of one subject acts on the things of that subject alone', async () => {
    const { account, request, house, own } = await building();
    await request('POST', `/units/${house}/subjects`, { body: { id: 'bob' } });
    const begin = (subject: string, select: object) =>
      request('POST', '/interactions/batch', { subject, body: { select, ...allOff } });
    expect((await begin('bob', { type: 'Light' })).body).toMatchObject({
      status: 'completed',
      progress: { completed: 0, failed: 0 },
    });
    expect(await begin('bob', { things: [own] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/select/things/0' }] },
    });
    const begun = await begin('alice', { things: [own] });
    const href = begun.headers.get('location')!;
    expect(await ended(account, href)).toMatchObject({ progress: { completed: 1 } });
    expect((await request('GET', href, { subject: 'bob' })).status).toBe(404);
    expect((await request('POST', `${href}/cancel`, { subject: 'bob' })).status).toBe(404);
  });

  test('that is repeated with its key is the same one', async () => {
    const { request, house } = await building();
    const headers = { 'idempotency-key': 'good-night' };
    const body = { select: { below: house, type: 'Light' }, ...allOff };
    const first = await request('POST', '/interactions/batch', { body, headers });
    const second = await request('POST', '/interactions/batch', { body, headers });
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
  });

  test('can be waited for, and cancelled without effect once it has ended', async () => {
    const { request, own } = await building();
    const body = { select: { things: [own] }, ...allOff };
    const answer = await request('POST', '/interactions/batch', {
      body,
      headers: { prefer: 'wait=20' },
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'completed' } });
    const cancelled = await request('POST', `${answer.body.href}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  test('needs the scope of what it does, also when it is cancelled', async () => {
    const statusWith = async (scopes: string[], body: object, query = '') => {
      const account = newAccount(stack(), { scopes });
      return (await account.request('POST', `/interactions/batch${query}`, { body })).status;
    };
    const byType = { select: { type: 'Light' }, ...allOff };
    expect(await statusWith(['svc.things.read'], byType)).toBe(403);
    expect(await statusWith(['svc.things.act'], byType)).toBe(403);
    expect(await statusWith(['svc.things.read', 'svc.things.act'], byType)).toBe(202);
    const inUnit = { select: { below: 'x' }, ...allOff };
    expect(await statusWith(['svc.things.read', 'svc.things.act'], inUnit)).toBe(403);
    const byId = { select: { things: [randomUUID()] }, ...allOff };
    expect(await statusWith(['svc.things.act'], byId, '?dry_run=true')).toBe(403);
    expect(await statusWith(['svc.things.act'], byId)).not.toBe(403);
  });

  const select = { type: 'Light' };
  test.each<[string, object]>([
    ['/select', { select: {}, ...allOff }],
    ['/select/typ', { select: { ...select, typ: 'Light' }, ...allOff }],
    ['/select/things', { select: { type: 'Light', things: ['x'] }, ...allOff }],
    ['/select/things', { select: { things: Array.from({ length: 1001 }, () => 'x') }, ...allOff }],
    ['/select/below', { select: { in: 'x', below: 'y' }, ...allOff }],
    ['/select/below', { select: { below: 'x' }, ...allOff }],
    ['/select/q', { select: { q: 'type==' }, ...allOff }],
    ['/select/things/0', { select: { things: ['x'] }, ...allOff }],
    ['/property', { select }],
    ['/value', { select, property: 'on' }],
    ['/action', { select, ...allOff, action: 'blink' }],
    ['/input', { select, ...allOff, input: 1 }],
    ['/value', { select, action: 'blink', value: 1 }],
    ['/expires', { select, ...allOff, expires: '2020-01-01T00:00:00Z' }],
    ['/expires', { select, ...allOff, expires: 'soon' }],
    ['/dryrun', { select, ...allOff, dryrun: true }],
  ])('with something wrong at %s is refused', async (pointer, body) => {
    const { request } = newAccount(stack());
    const answer = await request('POST', '/interactions/batch', { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

test('an app performs the actions of its own things, and is told of the end', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const created = async () => {
    const body = { title: 'Letter box', actions: { open: {} } };
    return (await request('POST', '/things', { body })).headers.get('location')!;
  };
  const boxes = [await created(), await created(), await created()];
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
  await request('PUT', '/callback', { body: { url, events: ['batch_ended'] } });
  const begun = await request('POST', '/interactions/batch', {
    body: { select: { things: boxes }, action: 'open' },
  });
  const batch = await ended(account, begun.headers.get('location')!);
  expect(batch).toMatchObject({ progress: { completed: 3 } });
  const { body: results } = await request('GET', batch.results.href);
  expect(results[0]).toMatchObject({ output: { opened: true } });
  await waitFor(() => messages.some(({ type }) => type === 'batch_ended'));
  expect(messages.filter(({ type }) => type === 'action_requested')).toHaveLength(3);
  expect(messages.at(-1)).toMatchObject({
    data: { interaction_id: batch.id, progress: { completed: 3 } },
  });
});

test('nothing is lost when the runtime is killed in the middle', async () => {
  const account = newAccount(stack());
  const { request } = account;
  await simulate(account, { devices: 300 });
  const listed = async () => (await request('GET', '/things?type=Light')).body as Result[];
  await waitFor(async () => (await listed()).length >= 50, { what: 'all lamps' });
  const begun = await request('POST', '/interactions/batch', {
    body: { select: { type: 'Light' }, ...allOff },
  });
  const { href } = begun.body as { href: string };
  const progress = async () => (await request('GET', href)).body.progress as Record<string, number>;
  await waitFor(async () => (await progress()).completed! > 0);
  const pid = await stack().pidOf('connector-runtime');
  process.kill(pid, 'SIGKILL');
  const batch = await waitFor(
    async () => {
      const { body } = await request('GET', href);
      return body.status === 'completed' && body;
    },
    { within: 120_000, what: 'the end of the batch' },
  );
  const { body } = await request('GET', `${href}/results`);
  // Writes that were under way are sent again.
  expect((body as Result[]).filter(({ status }) => status !== 'completed')).toEqual([]);
  expect(batch.progress.completed).toBe(body.length);
}, 180_000);
