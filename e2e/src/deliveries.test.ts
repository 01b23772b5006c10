import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();

/** The server of an app, and the answer that it gives. */
let app: Server;
let answer: { status: number; body: string | Buffer };
const received: { type: string }[] = [];
const address = () => `http://127.0.0.1:${(app.address() as AddressInfo).port}/trellis`;

beforeAll(async () => {
  app = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push(JSON.parse(body));
      response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.body);
    });
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
});
afterAll(() => void app.close());

/** An account whose app refuses the news of two things. */
async function refusedThings(account: Account) {
  answer = { status: 500, body: 'Table <b>events</b> is locked' };
  const events = ['thing_created'];
  await account.request('PUT', '/callback', { body: { url: address(), events } });
  await simulate(account, { devices: 2 });
  return waitFor(async () => {
    const { body } = await account.request('GET', '/callback/deliveries?response_status=5xx');
    return body.length === 2 && body;
  });
}

test('a developer sees why an app refuses messages, and has them sent again once it is repaired', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const [refused] = await refusedThings(account);
  expect(refused).toMatchObject({
    type: 'thing_created',
    status: 'pending',
    thing: { href: expect.stringContaining('/things/') },
    client: { href: expect.stringContaining('/connectors/clients/') },
    error: 'The app answers with status 500.',
  });
  const { body: shown } = await request('GET', refused.href);
  expect(shown.last_attempts).toEqual([
    {
      at: expect.any(String),
      url: address(),
      duration_ms: expect.any(Number),
      response_status: 500,
      error: 'The app answers with status 500.',
      answer: { text: 'Table <b>events</b> is locked', type: 'text/plain', cut: false },
    },
  ]);

  const find = async (query: string) =>
    (await request('GET', `/callback/deliveries?${query}`)).body.length;
  expect(await find('search=is%20LOCKED')).toBe(2);
  expect(await find('search=is%20free')).toBe(0);
  expect(await find(`thing=${encodeURIComponent(refused.thing.href)}`)).toBe(1);
  expect(await find('status=delivered')).toBe(0);
  expect(await find('from=2020-01-01T00:00:00Z&to=2021-01-01T00:00:00Z')).toBe(0);

  answer = { status: 204, body: '' };
  const key = { 'idempotency-key': 'again' };
  const again = () =>
    request('POST', '/callback/redeliveries', { body: { error: '500' }, headers: key });
  const started = await again();
  expect(started).toMatchObject({ status: 202, body: { status: 'completed', redelivered: 2 } });
  expect((await again()).body).toEqual(started.body);
  expect((await request('GET', started.headers.get('location')!)).body).toEqual(started.body);
  await waitFor(async () => (await find('status=delivered')) === 2);
  const { body: delivered } = await request('GET', refused.href);
  expect(delivered.last_attempts).toMatchObject([
    { response_status: 500 },
    { response_status: 204 },
  ]);

  const other = newAccount(stack());
  expect((await other.request('GET', started.body.href)).status).toBe(404);
});

test.each([
  ['thing=lamp', '/query/thing'],
  ['response_status=600', '/query/response_status'],
  ['from=yesterday', '/query/from'],
])('deliveries with %s are refused', async (query, pointer) => {
  const { request } = newAccount(stack());
  await request('PUT', '/callback', { body: { url: address() } });
  const { status, body } = await request('GET', `/callback/deliveries?${query}`);
  expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

test('a test message shows at once how the app answers', async () => {
  const { request } = newAccount(stack());
  expect((await request('POST', '/callback/test')).status).toBe(404);
  await request('PUT', '/callback', { body: { url: address() } });
  answer = { status: 200, body: Buffer.from([0, 0xff, 0x41]) };
  received.length = 0;
  const { status, body } = await request('POST', '/callback/test');
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      type: 'test',
      status: 'delivered',
      payload: { type: 'test', data: {} },
      last_attempts: [{ response_status: 200, answer: { text: '\uFFFD\uFFFDA' } }],
    },
  });
  expect(received).toMatchObject([{ type: 'test' }]);
  expect((await request('GET', '/callback/deliveries?type=test')).body).toMatchObject([
    { id: body.id },
  ]);
  await request('PUT', '/callback', { body: { url: 'http://127.0.0.1:9/' } });
  expect((await request('POST', '/callback/test')).body).toMatchObject({
    status: 'failed',
    last_attempts: [{ url: 'http://127.0.0.1:9/', error: expect.stringContaining('ECONNREFUSED') }],
  });
});

test('a subscription shows its last attempts, and sends a test message', async () => {
  const account = newAccount(stack());
  const { request } = account;
  answer = { status: 503, body: 'Come back later' };
  const { body: made } = await request('POST', '/subscriptions', {
    body: { match: { events: ['thing_created'] }, url: address() },
  });
  const attempts = async () => (await request('GET', `${made.href}/attempts`)).body;
  expect(await attempts()).toEqual([]);
  await simulate(account, { devices: 1 });
  const [failed] = await waitFor(async () => {
    const found = await attempts();
    return found.length > 0 && found;
  });
  expect(failed).toMatchObject({
    message: { type: 'thing_created' },
    response_status: 503,
    duration_ms: expect.any(Number),
    answer: { text: 'Come back later' },
  });
  answer = { status: 200, body: 'Hello' };
  const tested = await request('POST', `${made.href}/test`);
  expect(tested).toMatchObject({
    status: 200,
    body: { message: { type: 'test' }, response_status: 200, answer: { text: 'Hello' } },
  });
  expect((await attempts()).at(-1)).toEqual(tested.body);
  // The message that waits stays where it is.
  expect((await request('GET', made.href)).body.error).toMatchObject({ attempts: 1 });

  const stream = await request('POST', '/subscriptions', { body: { match: {} } });
  expect((await request('POST', `${stream.body.href}/test`)).status).toBe(400);
  const readOnly = newAccount(stack(), {
    developer: account.developer,
    scopes: ['svc.things.read'],
  });
  expect((await readOnly.request('GET', `${made.href}/attempts`)).status).toBe(403);
  expect((await readOnly.request('POST', `${made.href}/test`)).status).toBe(403);
});
