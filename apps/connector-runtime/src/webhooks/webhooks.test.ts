import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createResolver } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';
import { readInteraction } from '../interactions/read.js';
import type { Announcement, Runtime } from '../runtime.js';
import { testDatabase, testRuntime, type TestDatabase } from '../test-runtime.js';
import { announce } from './announce.js';
import { deliver } from './deliver.js';
import { listDeliveries, readDelivery, repeatDelivery, sweepDeliveries } from './deliveries.js';
import { putCallback, readCallback, removeCallback } from './register.js';
import { requestAction } from './request-action.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

interface Received {
  headers: Record<string, string>;
  body: string;
}
type Behave = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** The server of an app. */
async function startApp(behave: Behave = (_request, response) => void response.end()) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      behave(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, received };
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** An app with a callback. */
async function registered(url: string, more: Partial<Runtime> = {}) {
  const { runtime, handed } = testRuntime(database, [], more);
  const of = { developer: randomUUID(), app: 'app' };
  const secret = newSecret();
  const put = (given: Partial<Parameters<typeof putCallback>[1]> = {}) =>
    putCallback(runtime, {
      ...{ ...of, url, events: ['thing_created'], rotate: false },
      ...{ secret: runtime.sealing.seal(secret), ...given },
    });
  await put();
  const happen = async (thing: string = randomUUID()) => {
    await announce(
      runtime,
      [{ developer: of.developer, type: 'thing_created', data: { thing_id: thing } }],
      async () => undefined,
    );
    return handed.deliveries.at(-1)!;
  };
  const attempt = (id: string, last = false) =>
    deliver(runtime, { delivery: id }, { number: 1, last }).catch(() => undefined);
  const list = async () => (await listDeliveries(runtime, { ...of, page: { limit: 100 } })).items;
  return { runtime, handed, of, secret, put, happen, attempt, list };
}

/** An interaction with a thing of the app, whose callback has been asked. */
async function asked(app: Awaited<ReturnType<typeof registered>>, idempotent = false) {
  const { runtime, of } = app;
  const id = randomUUID();
  const thing = randomUUID();
  await database.database.interaction.create({
    data: {
      ...{ id, developer: of.developer, thing, app: of.app, idempotent },
      ...{ operation: 'invokeaction', name: 'open' },
    },
  });
  await requestAction(runtime, { ...of, id, thing, action: 'open', input: { n: 1 }, idempotent });
  const caller = { developer: of.developer };
  return { id, thing, read: () => readInteraction(runtime, { caller, id }) };
}

const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers) as { type: string; data: Record<string, unknown> };

describe('a message', () => {
  test('is signed as in Standard Webhooks, and noted as delivered', async () => {
    const { url, received } = await startApp();
    const { happen, attempt, secret, list } = await registered(url);
    const id = await happen('thing');
    await attempt(id);
    expect(verify(secret, received[0]!)).toMatchObject({
      type: 'thing_created',
      timestamp: expect.any(String),
      data: { thing_id: 'thing' },
    });
    expect(received[0]!.headers['webhook-id']).toBe(id);
    expect(await list()).toMatchObject([
      { id, status: 'delivered', attempts: 1, response_status: 200, type: 'thing_created' },
    ]);
  });

  test('that is not taken is sent again under the same id', async () => {
    let answers = [500, 503, 200];
    const { url, received } = await startApp((_request, response) => {
      response.statusCode = answers[0]!;
      answers = answers.slice(1);
      response.end();
    });
    const { happen, attempt, list } = await registered(url);
    const id = await happen();
    await attempt(id);
    expect(await list()).toMatchObject([{ status: 'pending', attempts: 1, response_status: 500 }]);
    await attempt(id);
    await attempt(id);
    await attempt(id);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id]);
    expect(await list()).toMatchObject([{ status: 'delivered', attempts: 3 }]);
  });

  test('is signed with both secrets while one is being replaced', async () => {
    const { url, received } = await startApp();
    const { runtime, put, happen, attempt, secret } = await registered(url);
    const next = newSecret();
    const sealed = runtime.sealing.seal(next);
    expect(await put({ secret: sealed, rotate: false })).toMatchObject({ secretKept: false });
    expect(await put({ secret: sealed, rotate: true })).toMatchObject({ secretKept: true });
    await attempt(await happen());
    expect(() => verify(secret, received[0]!)).not.toThrow();
    expect(() => verify(next, received[0]!)).not.toThrow();
    expect(() => verify(newSecret(), received[0]!)).toThrow();
  });

  test('goes only to callbacks that ask for it, of the same developer', async () => {
    const { url } = await startApp();
    const { runtime, of, list } = await registered(url);
    const other = await registered(url);
    const events: Announcement[] = [
      { developer: of.developer, type: 'thing_deleted', data: {} },
      { developer: other.of.developer, type: 'thing_created', data: {} },
    ];
    await announce(runtime, events, async () => undefined);
    expect(await list()).toEqual([]);
    expect(await other.list()).toHaveLength(1);
  });

  test('is kept with the change that it tells of, or neither is', async () => {
    const { url } = await startApp();
    const { runtime, of, list } = await registered(url);
    const events: Announcement[] = [{ developer: of.developer, type: 'thing_created', data: {} }];
    const failing = announce(runtime, events, async (db) => {
      await db.callback.updateMany({ where: of, data: { url: 'https://elsewhere.example' } });
      throw new Error('The change fails.');
    });
    await expect(failing).rejects.toThrow('The change fails.');
    expect(await list()).toEqual([]);
    expect(await readCallback(runtime, of)).toMatchObject({ url });
    runtime.deliveries.add = () => Promise.reject(new Error('Redis is away.'));
    await announce(runtime, events, async () => undefined);
    expect(await list()).toMatchObject([{ status: 'pending', attempts: 0 }]);
  });

  test('is not sent on to where the app redirects', async () => {
    const target = await startApp();
    const { url } = await startApp((_request, response) => {
      response.writeHead(307, { location: target.url }).end();
    });
    const { happen, attempt, list } = await registered(url);
    await attempt(await happen());
    expect(target.received).toEqual([]);
    expect(await list()).toMatchObject([{ status: 'pending', response_status: 307 }]);
  });

  test('is not sent where the egress policy does not allow it any more', async () => {
    const { url, received } = await startApp();
    const app = await registered(url);
    const id = await app.happen();
    app.runtime.resolve = createResolver({ allowPrivate: false });
    await app.attempt(id);
    expect(received).toEqual([]);
    expect(await app.list()).toMatchObject([{ status: 'pending', error: expect.any(String) }]);
  });

  test('can be sent again by hand, and its content read', async () => {
    const { url, received } = await startApp();
    const { runtime, of, happen, attempt } = await registered(url);
    const id = await happen('thing');
    await attempt(id);
    await repeatDelivery(runtime, { ...of, id });
    await attempt(id);
    expect(received).toHaveLength(2);
    expect(await readDelivery(runtime, { ...of, id })).toMatchObject({
      payload: { type: 'thing_created', data: { thing_id: 'thing' } },
    });
    const other = { developer: of.developer, app: 'other' };
    await expect(readDelivery(runtime, { ...other, id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('whose job was lost is found again, and an old one forgotten', async () => {
    const { url } = await startApp();
    const { runtime, handed, happen, list } = await registered(url);
    const id = await happen();
    handed.deliveries.length = 0;
    const age = (ms: number) =>
      database.database.delivery.update({
        where: { id },
        data: { created: new Date(Date.now() - ms) },
      });
    await age(5 * 60_000);
    await sweepDeliveries(runtime);
    expect(handed.deliveries).toContain(id);
    await age(8 * 24 * 60 * 60_000);
    await sweepDeliveries(runtime);
    expect(await list()).toEqual([]);
  });
});

describe('an action request', () => {
  test('brings back what the app answers', async () => {
    const { url, received } = await startApp((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"opened":true}');
    });
    const app = await registered(url);
    const { id, thing, read } = await asked(app);
    await app.attempt(id);
    expect(verify(app.secret, received[0]!)).toMatchObject({
      type: 'action_requested',
      data: { interaction_id: id, thing_id: thing, action: 'open', input: { n: 1 } },
    });
    expect(await read()).toMatchObject({ status: 'completed', output: { opened: true } });
    expect(app.handed.settled).toEqual([id]);
  });

  test('that the app refuses has failed', async () => {
    const { url } = await startApp((_request, response) => void response.writeHead(422).end());
    const app = await registered(url);
    const { id, read } = await asked(app);
    await app.attempt(id);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'remote_rejected' } });
  });

  test('is not sent twice when the connection breaks after it was read', async () => {
    const { url, received } = await startApp((request) => void request.socket.destroy());
    const app = await registered(url);
    const { id, read } = await asked(app);
    await app.attempt(id);
    await app.attempt(id);
    expect(received).toHaveLength(1);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
    await expect(repeatDelivery(app.runtime, { ...app.of, id })).rejects.toMatchObject({
      code: 'interaction_ended',
    });
  });

  test('is not sent twice when a worker has died over it', async () => {
    const { url, received } = await startApp();
    const app = await registered(url);
    const { id, read } = await asked(app);
    await database.database.delivery.update({ where: { id }, data: { attempted: new Date() } });
    await app.attempt(id);
    expect(received).toEqual([]);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
  });

  test('is sent again when the app cannot be connected to, or is idempotent', async () => {
    const { url } = await startApp();
    closers.splice(0).forEach((close) => close());
    const app = await registered(url);
    const { id, read } = await asked(app);
    await app.attempt(id);
    expect(await read()).toMatchObject({ status: 'pending' });

    const broken = await startApp((request) => void request.socket.destroy());
    const other = await registered(broken.url);
    const second = await asked(other, true);
    await other.attempt(second.id);
    expect(await second.read()).toMatchObject({ status: 'pending' });
    await other.attempt(second.id, true);
    expect(broken.received).toHaveLength(2);
    expect(await second.read()).toMatchObject({ status: 'failed' });
  });

  test('that the app never answers ends in time, and holds up no other app', async () => {
    const hung = await startApp(() => undefined);
    const well = await startApp();
    const app = await registered(hung.url);
    const others = await registered(well.url);
    const requests = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => asked(app)));
    const hanging = requests.map(({ id }) => app.attempt(id));
    await others.attempt(await others.happen());
    expect(well.received).toHaveLength(1);
    await waitFor(() => hung.received.length === requests.length);
    closers.splice(0).forEach((close) => close());
    await Promise.all(hanging);
    for (const { read } of requests) expect(await read()).toMatchObject({ status: 'failed' });
  });
});

describe('a callback', () => {
  test('must have an address that may be reached', async () => {
    const { runtime } = testRuntime(database, [], {
      resolve: createResolver({ allowPrivate: false }),
      allowPrivate: false,
    });
    const of = { developer: randomUUID(), app: 'app' };
    const put = (url: string) =>
      putCallback(runtime, { ...of, url, events: [], rotate: false, secret: 'sealed' });
    const refusal = { code: 'invalid_request', extras: { errors: [{ pointer: '/url' }] } };
    for (const url of [
      'http://192.0.2.1/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/',
      'https://2130706433/',
    ]) {
      await expect(put(url)).rejects.toMatchObject(refusal);
    }
    await expect(readCallback(runtime, of)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('keeps its secret sealed', async () => {
    const { url } = await startApp();
    const { of, secret } = await registered(url);
    const rows = await database.database.callback.findMany({ where: of });
    expect(JSON.stringify(rows, (_key, value: unknown) => String(value))).not.toContain(secret);
  });

  test('that is removed takes its messages along, and the actions that wait for it', async () => {
    const { url } = await startApp();
    const app = await registered(url);
    const { read } = await asked(app);
    await removeCallback(app.runtime, app.of);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'no_callback' } });
    await expect(app.list()).rejects.toMatchObject({ code: 'not_found' });
  });
});
