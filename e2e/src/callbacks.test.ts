import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newAccount, waitFor } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();

interface Message {
  type: string;
  data: Record<string, unknown>;
}

/** The server of an app: it opens letter boxes, slowly if it is told to. */
let app: Server;
let secret = '';
const messages: Message[] = [];
const appAddress = () => `http://127.0.0.1:${(app.address() as AddressInfo).port}/trellis`;

beforeAll(async () => {
  app = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const message = new Webhook(secret).verify(body, headers) as Message;
      messages.push(message);
      const input = message.data.input as { wait?: number } | undefined;
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ opened: true }));
      }, input?.wait ?? 0);
    });
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
});
afterAll(() => void app.close());

test('an app does the actions of its own things', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const created = await request('POST', '/things', {
    subject: 'alice',
    body: {
      title: 'Letter box',
      actions: { open: { input: { type: 'object', properties: { wait: { type: 'integer' } } } } },
    },
  });
  const thing = created.headers.get('location')!;
  const act = (body?: unknown, headers: Record<string, string> = {}) =>
    request('POST', `${thing}/actions/open`, { body, headers });
  expect(await act()).toMatchObject({ status: 409 });

  const put = await request('PUT', '/callback', { body: { url: appAddress() } });
  expect(put).toMatchObject({ status: 201, body: { url: appAddress(), events: [] } });
  secret = put.body.secret;
  expect(secret).toMatch(/^whsec_/);
  expect((await request('GET', '/callback')).body).not.toHaveProperty('secret');

  expect(await act({ wait: 0 })).toMatchObject({ status: 200, body: { opened: true } });
  expect(messages.at(-1)).toMatchObject({
    type: 'action_requested',
    data: { thing_id: thing.split('/').at(-1), subject: 'alice', action: 'open' },
  });

  const accepted = await act({ wait: 1_500 }, { prefer: 'wait=1' });
  expect(accepted.status).toBe(202);
  const outcome = await waitFor(async () => {
    const { body } = await request('GET', accepted.headers.get('location')!);
    return body.status !== 'pending' && body;
  });
  expect(outcome).toMatchObject({ status: 'completed', output: { opened: true } });

  const deliveries = (await request('GET', '/callback/deliveries')).body;
  expect(deliveries).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
  expect((await request('GET', deliveries[0].href)).body.payload.type).toBe('action_requested');
  expect((await request('POST', `${deliveries[0].href}/redeliveries`)).status).toBe(409);

  expect((await request('DELETE', '/callback')).status).toBe(204);
  expect((await request('GET', '/callback')).status).toBe(404);
  expect((await act()).status).toBe(409);
});

test('an app is told what it asks for, and can have it sent again', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const events = ['thing_created', 'thing_deleted', 'client_status_changed'];
  const put = await request('PUT', '/callback', { body: { url: appAddress(), events } });
  secret = put.body.secret;
  messages.length = 0;
  const client = await simulate(account, { devices: 2 });
  await waitFor(() => messages.length === 3, { what: 'two things and a status' });
  expect((await request('DELETE', client.path)).status).toBe(204);
  await waitFor(() => messages.length === 5, { what: 'the end of two things' });
  expect(messages.map(({ type }) => type).sort()).toEqual([
    'client_status_changed',
    'thing_created',
    'thing_created',
    'thing_deleted',
    'thing_deleted',
  ]);
  const { body } = await request('GET', '/callback/deliveries?status=delivered&limit=1');
  const repeated = await request('POST', `${body[0].href}/redeliveries`);
  expect(repeated).toMatchObject({ status: 202, body: { status: 'pending' } });
  await waitFor(() => messages.length === 6, { what: 'the repetition' });

  const other = newAccount(stack());
  expect((await other.request('GET', body[0].href)).status).toBe(404);
});

test.each([
  [{ url: 'ftp://app.example' }, '/url'],
  [{ url: 'not an address' }, '/url'],
  [{ url: 'https://user:password@app.example' }, '/url'],
  [{ url: 'http://169.254.169.254/' }, '/url'],
  [{ url: 'https://app.example', events: ['everything'] }, '/events/0'],
  [{}, '/url'],
])('the callback %j is refused', async (body, pointer) => {
  const { request } = newAccount(stack());
  const answer = await request('PUT', '/callback', { body });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});
