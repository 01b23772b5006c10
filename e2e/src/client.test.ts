import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { Trellis, verifyWebhook, type TrellisEvent, type WebhookMessage } from '@trellis/client';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import {
  newAccount,
  signToken,
  waitFor,
  simulatorClient,
  simulatorInstance,
} from '@trellis/testing';
import { build } from 'esbuild';
import { startLossyProxy } from './client/lossy-proxy.js';
import { readExamples, runExamples } from './client/readme.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();

/** The client of an account that no other test uses. */
const newClient = (baseUrl = stack().address) =>
  new Trellis({ baseUrl, token: newAccount(stack()).token });

function demoApp() {
  const { demoApp } = JSON.parse(readFileSync(`${stack().dataDirectory}/secrets.json`, 'utf8')) as {
    demoApp: { client_id: string; client_secret: string };
  };
  return { clientId: demoApp.client_id, clientSecret: demoApp.client_secret };
}

const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error);

test('an app fetches tokens for the requested scopes', async () => {
  const trellis = new Trellis({
    baseUrl: stack().address,
    scope: 'svc.units.read svc.units.admin',
    ...demoApp(),
  });
  const { data: unit } = await trellis.post('/units', { body: { name: 'House', type: 'house' } });
  const read = await trellis.get('/units/{id}', { path: { id: unit.id } });
  expect(read.data).toMatchObject({ name: 'House', type: 'house' });
  expect(await failure(trellis.get('/things'))).toMatchObject({
    status: 403,
    code: 'insufficient_scope',
  });
  const unknown = new Trellis({ baseUrl: stack().address, ...demoApp(), clientSecret: 'wrong' });
  expect(await failure(unknown.get('/units'))).toMatchObject({ code: 'invalid_client' });
});

test('a new account connects a lamp, switches it on and receives the event', async () => {
  const trellis = newClient();
  await trellis.post('/connectors/instances', { body: simulatorInstance });
  const alice = trellis.forSubject('alice');
  const created = await alice.post('/connectors/clients', { body: simulatorClient(2, 1_000) });
  const path = { id: (created.data as unknown as { client_id: string }).client_id };
  const isStarted = async () =>
    (await alice.get('/connectors/clients/{id}', { path })).data.status === 'STARTED';
  await waitFor(isStarted, { what: 'the first poll' });
  const query = { capability: 'light', view: 'values' } as const;
  const [lamp] = (await alice.get('/things', { query })).data;
  expect(lamp).toMatchObject({ title: 'Lamp 1', available: true });

  const { cursor } = (await alice.get('/changes')).data;
  const property = { id: lamp!.id, name: 'on' };
  const turn = (on: boolean) =>
    alice.put('/things/{id}/properties/{name}', { path: property, body: on });
  await turn(false);
  await turn(true);
  const read = await alice.get('/things/{id}/properties/{name}', { path: property });
  expect(read.data).toBe(true);
  const types = ['property_changed' as const];
  for await (const event of alice.events({ lastEventId: cursor, types })) {
    const { data } = event as TrellisEvent & { type: 'property_changed' };
    if (data.property.name !== 'on' || data.value !== true) continue;
    expect(data.thing.href).toBe(lamp!.href);
    break;
  }
});

test('an expired token is renewed', async () => {
  const sub = newAccount(stack()).developer;
  const expired = signToken(stack(), { sub, exp: Math.floor(Date.now() / 1000) - 1 });
  const token = ({ rejected }: { rejected?: string }) =>
    rejected === undefined ? expired : signToken(stack(), { sub });
  const trellis = new Trellis({ baseUrl: stack().address, token });
  expect((await trellis.get('/units')).data).toEqual([]);
});

test('problems have their code and errors', async () => {
  const body = { name: '', type: 'house' };
  expect(await failure(newClient().post('/units', { body }))).toMatchObject({
    name: 'TrellisProblem',
    status: 400,
    code: 'invalid_request',
    errors: [{ pointer: '/name' }],
    requestId: expect.any(String),
  });
});

test('a subject with special characters sees its own units', async () => {
  const trellis = newClient();
  const jane = trellis.forSubject('Jané 🏠');
  const { data: unit } = await jane.post('/units', { body: { name: 'Flat', type: 'flat' } });
  expect((await trellis.get('/units/{id}', { path: { id: unit.id } })).data.owner).toBe('Jané 🏠');
  const john = trellis.forSubject('john').get('/units/{id}', { path: { id: unit.id } });
  expect(await failure(john)).toMatchObject({ code: 'not_found' });
});

test('a list is followed over its pages', async () => {
  const trellis = newClient();
  const items = [1, 2, 3, 4, 5].map((n) => ({ name: `Room ${n}`, type: 'room' }));
  await trellis.post('/units/batch', { body: { items } });
  const hrefs: string[] = [];
  for await (const { href } of trellis.list('/units', { query: { limit: 2 } })) hrefs.push(href);
  expect(new Set(hrefs).size).toBe(5);
  const sizes: number[] = [];
  for await (const page of trellis.pages('/units', { query: { limit: 2 } }))
    sizes.push(page.length);
  expect(sizes).toEqual([2, 2, 1]);
});

test('bodies other than JSON are streamed', async () => {
  const trellis = newClient();
  const lines = ['a', 'b'].map((id) => JSON.stringify({ id, name: id, type: 'room' })).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await trellis.fetch('/units/import', { method: 'POST', headers, body: lines });
  expect(await imported.text()).toContain('"created":2');
  const exported = await (await trellis.fetch('/units/export')).text();
  expect(exported.trim().split('\n')).toHaveLength(2);
});

test('a POST whose response is lost repeatedly is carried out once', async () => {
  const proxy = await startLossyProxy(stack().address);
  const trellis = newClient(proxy.address);
  proxy.loseAnswers(2);
  const { data: unit, response } = await trellis.post('/units', {
    body: { name: 'House', type: 'house' },
  });
  expect(proxy.lost()).toBe(2);
  expect(response.headers.get('idempotent-replayed')).toBe('true');
  const { data: units } = await trellis.get('/units');
  expect(units).toEqual([{ href: expect.stringContaining(unit.id) }]);
  proxy.close();
});

test('a request refused with 429 is repeated after Retry-After', async () => {
  const trellis = newClient().forSubject('alice');
  await trellis.forAccount().post('/connectors/instances', { body: simulatorInstance });
  const created = await trellis.post('/connectors/clients', {
    body: simulatorClient(1, 3_600_000),
  });
  const { client_id } = created.data as unknown as { client_id: string };
  const call = { path: { id: client_id } };
  await waitFor(async () => {
    const { data } = await trellis.get('/connectors/clients/{id}', call);
    return data.status === 'STARTED';
  });
  const poll = (maxAttempts: number) =>
    trellis.post('/connectors/clients/{id}/poll', { ...call, maxAttempts });
  expect(await failure(poll(1))).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await poll(5)).response.status).toBe(202);
});

test('events and changes survive a restart of the gateway, and calls wait for it', async () => {
  const trellis = newClient();
  const controller = new AbortController();
  const { signal } = controller;
  const { cursor } = (await trellis.get('/changes')).data;
  const values: unknown[] = [];
  const kinds: string[] = [];
  const following = [
    (async () => {
      const types = ['property_changed' as const];
      for await (const event of trellis.events({ lastEventId: cursor, types, signal })) {
        values.push((event as TrellisEvent & { type: 'property_changed' }).data.value);
      }
    })(),
    (async () => {
      for await (const { kind } of trellis.changes({ cursor, signal })) kinds.push(kind);
    })(),
  ];
  const { data: thing } = await trellis.post('/things', {
    body: { title: 'Counter', properties: { n: { type: 'integer', value: 0 } } },
  });
  const path = { id: thing.id, name: 'n' };
  const write = (n: number) =>
    trellis.put('/things/{id}/properties/{name}', { path, body: n, maxAttempts: 20 });
  const rename = (title: string) =>
    trellis.patch('/things/{id}', { path: { id: thing.id }, body: { title }, maxAttempts: 20 });
  await write(1);
  await waitFor(() => values.length === 1 && kinds.length === 1);
  for (const [n, killed] of [
    [2, 'SIGKILL'],
    [3, 'SIGTERM'],
  ] as const) {
    const pid = await stack().pidOf('api-gateway');
    process.kill(pid, killed);
    await write(n);
    await rename(killed);
    // One that is told to stop answers what it has begun; the next test needs its successor.
    await waitFor(async () => (await stack().pidOf('api-gateway')) !== pid);
    await trellis.get('/changes', { maxAttempts: 20 });
  }
  await waitFor(() => values.length === 3 && kinds.length === 3, { what: 'events and changes' });
  expect(values).toEqual([1, 2, 3]);
  expect(kinds).toEqual(['thing_created', 'thing_updated', 'thing_updated']);
  controller.abort();
  await Promise.all(following);
});

test('an expired cursor is reported by events as an item, by changes as a problem', async () => {
  const trellis = newClient();
  const { cursor } = (await trellis.get('/changes')).data;
  const [xact, key] = cursor.split('-');
  const longAgo = `${xact}-${key}-${Date.now() - 30 * 24 * 3_600_000}`;
  const first = await trellis.events({ lastEventId: longAgo }).next();
  expect(first.value).toMatchObject({ type: 'reset', data: {} });
  await expect(trellis.changes({ cursor: longAgo }).next()).rejects.toMatchObject({
    code: 'position_gone',
    status: 410,
  });
});

test('a property is observed: its value, and each new one', async () => {
  const trellis = newClient();
  const { data: thing } = await trellis.post('/things', {
    body: { title: 'Counter', properties: { n: { type: 'integer', value: 0 } } },
  });
  const values = trellis.observe(thing.id, 'n');
  expect((await values.next()).value).toMatchObject({ data: 0 });
  await trellis.put('/things/{id}/properties/{name}', {
    path: { id: thing.id, name: 'n' },
    body: 1,
  });
  expect((await values.next()).value).toMatchObject({ data: 1 });
  await values.return();
});

test('a subscription is followed, and continued after an event', async () => {
  const trellis = newClient();
  const { data: thing } = await trellis.post('/things', {
    body: { title: 'Counter', properties: { n: { type: 'integer', value: 0 } } },
  });
  const value = { property: 'n', above: 10, when: ['begins' as const, 'ends' as const] };
  const { data: subscription } = await trellis.post('/subscriptions', {
    body: { match: { things: [thing.id], value } },
  });
  const { cursor } = (await trellis.get('/changes')).data;
  for (const n of [5, 20, 30, 7]) {
    await trellis.put('/things/{id}/properties/{name}', {
      ...{ path: { id: thing.id, name: 'n' }, body: n },
    });
  }
  const first = await trellis.subscription(subscription.id, { lastEventId: cursor }).next();
  expect(first.value).toMatchObject({ data: { value: 20, turn: 'begins' } });
  const { id: lastEventId } = first.value!;
  const second = await trellis.subscription(subscription.id, { lastEventId }).next();
  expect(second.value).toMatchObject({ data: { value: 7, turn: 'ends' } });
});

test('messages to an app are verified', async () => {
  let secret = '';
  const messages: WebhookMessage[] = [];
  const app = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    messages.push(await verifyWebhook({ headers: request.headers, body, secret }));
    response.end('{}');
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
  const trellis = newClient();
  const { data: callback } = await trellis.put('/callback', { body: { url } });
  secret = callback.secret!;
  const { data: thing } = await trellis.post('/things', {
    body: { title: 'Letter box', actions: { open: {} } },
  });
  await trellis.post('/things/{id}/actions/{name}', { path: { id: thing.id, name: 'open' } });
  expect(messages).toMatchObject([
    { id: expect.any(String), type: 'action_requested', data: { action: 'open' } },
  ]);
  app.close();
});

test('the examples of the README compile and work', () => {
  const { clientId, clientSecret } = demoApp();
  const credentials = { TRELLIS_CLIENT_ID: clientId, TRELLIS_CLIENT_SECRET: clientSecret };
  const examples = readExamples();
  expect(examples).toHaveLength(6);
  const printed = runExamples(examples, stack().address, credentials);
  expect(printed).toMatch(/thing_created .*\/things\//);
});

const bundle = async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '@trellis/client'`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@trellis/source'],
  });
  return outputFiles[0]!.text;
};

test('the client is small', async () => {
  expect(gzipSync(await bundle()).length).toBeLessThan(10_000);
});

const inBrowser = hasBrowser ? test : test.skip;
inBrowser('the client runs in a browser', async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const script = await bundle();
    await page.route('**/client.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.route('**/page', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>App</title>' }),
    );
    await page.goto(`${stack().address}/page`);
    const result = await page.evaluate(
      async ({ baseUrl, token }) => {
        const { Trellis } = (await import(
          `${baseUrl}/client.js`
        )) as typeof import('@trellis/client');
        const trellis = new Trellis({ baseUrl, token }).forSubject('Jané');
        const { cursor } = (await trellis.get('/changes')).data;
        const properties = { n: { type: 'integer' as const, value: 0 } };
        const { data: thing } = await trellis.post('/things', {
          body: { title: 'Counter', properties },
        });
        const event = await trellis.events({ lastEventId: cursor }).next();
        const problem = await trellis
          .get('/units/{id}', { path: { id: 'x' } })
          .catch((error: unknown) => error as { code: string });
        return {
          thing: thing.id,
          event: event.value!,
          problem: (problem as { code: string }).code,
        };
      },
      { baseUrl: stack().address, token: newAccount(stack()).token },
    );
    expect(result).toMatchObject({
      event: { type: 'thing_created', data: { id: result.thing } },
      problem: 'not_found',
    });
  } finally {
    await browser.close();
  }
});
