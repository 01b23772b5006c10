import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { roomyBulkhead } from '../../testing/bulkhead.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { registerApp, requestAction, verify } from '../../testing/webhook.js';
import { deliver } from './deliver.js';
import { readDelivery } from './deliveries.js';
import { testWebhook } from './test-message.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const servers: AppServer[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function start(...respond: Parameters<typeof startAppServer>): Promise<AppServer> {
  const server = await startAppServer(...respond);
  servers.push(server);
  return server;
}

const context = { expiresAt: Infinity };

type App = Awaited<ReturnType<typeof registerApp>>;

const read = ({ needs, of }: App, id: string) => readDelivery(needs, { ...of, id }, context);

/** Attempts to deliver one event to an app that responds in a way; returns the delivery. */
async function attemptOne(...respond: Parameters<typeof startAppServer>) {
  const { url } = await start(...respond);
  const app = await registerApp(testing, url);
  const id = await app.happen({ thing_id: randomUUID() });
  await app.attempt(id);
  return { ...(await read(app, id)), url };
}

test('a delivery shows what it is about, and its attempt with time, duration and answer', async () => {
  const { url } = await start((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Thank you');
  });
  const app = await registerApp(testing, url);
  const [thing, client] = [randomUUID(), randomUUID()];
  const id = await app.happen({ thing_id: thing, client_id: client, event: 'pressed' });
  await app.attempt(id);
  const delivery = await read(app, id);
  expect(delivery).toMatchObject({ thing, client, event: 'pressed', status: 'delivered' });
  expect(delivery.last_attempts).toEqual([
    {
      at: expect.any(String),
      url,
      duration_ms: expect.any(Number),
      response_status: 200,
      answer: { text: 'Thank you', type: 'text/plain', cut: false },
    },
  ]);
});

test('an answer that refuses the message is shown with its status', async () => {
  const { last_attempts } = await attemptOne((_request, response) => {
    response.writeHead(500).end('<script>alert(1)</script>\u0000 Table users is locked');
  });
  expect(last_attempts).toMatchObject([
    {
      response_status: 500,
      error: 'The app answers with status 500.',
      answer: { text: '<script>alert(1)</script>\uFFFD Table users is locked', cut: false },
    },
  ]);
});

test('an app that does not answer in time is told from one that cannot be reached', async () => {
  const silent = await registerApp(testing, (await start(() => undefined)).url);
  const delivery = await silent.happen();
  const bulkhead = roomyBulkhead({ timeoutMs: 200 });
  const attempt = { number: 1, isLast: false };
  await deliver({ ...silent.needs, bulkhead }, { delivery }, attempt).catch(() => undefined);
  expect((await read(silent, delivery)).last_attempts).toMatchObject([
    { duration_ms: expect.any(Number), error: expect.stringContaining('did not answer in time') },
  ]);
  const gone = await registerApp(testing, await closedAddress());
  const id = await gone.happen();
  await gone.attempt(id);
  const [refused] = (await read(gone, id)).last_attempts;
  expect(refused).toMatchObject({ error: expect.stringContaining('ECONNREFUSED') });
  expect(refused).not.toHaveProperty('answer');
});

/** Returns an address on which nothing listens. */
const closedAddress = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      server.close(() => resolve(`http://127.0.0.1:${port}/`));
    });
  });

test('of an answer of 10 MB the first 8 KiB are shown, and its status counts', async () => {
  const { status, last_attempts } = await attemptOne((_request, response) => {
    response.end('ä€'.repeat(2 * 1024 * 1024));
  });
  expect(status).toBe('delivered');
  const { text, cut } = last_attempts[0]!.answer!;
  expect(cut).toBe(true);
  expect(Buffer.byteLength(text)).toBeGreaterThan(8 * 1024 - 4);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8 * 1024);
  expect('ä€'.repeat(4_096).startsWith(text)).toBe(true);
});

test('half an output is no outcome of an action', async () => {
  const { url } = await start((_request, response) => {
    response.end(Buffer.alloc(100 * 1024, ' '));
  });
  const app = await registerApp(testing, url);
  const { id, read: readAction } = await requestAction(app);
  await app.attempt(id);
  expect(await readAction()).toMatchObject({
    status: 'failed',
    problem: { code: 'outcome_unknown' },
  });
  const { last_attempts, event } = await read(app, id);
  expect(event).toBe('open');
  expect(last_attempts).toMatchObject([
    { error: expect.stringContaining('more than 65536 bytes') },
  ]);
});

test('a binary answer becomes text that can be stored', async () => {
  const { last_attempts } = await attemptOne((_request, response) => {
    response.writeHead(500).end(Buffer.concat([Buffer.alloc(3), randomBytes(20_000)]));
  });
  const { text } = last_attempts[0]!.answer!;
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toContain('\u0000');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8 * 1024);
});

test('an answer that repeats the request shows neither secret nor signature', async () => {
  let secret = '';
  const { url, received } = await start((request, response) => {
    const echo = { headers: request.headers, secret, url: encodeURIComponent(secret) };
    response.writeHead(500, { 'content-type': secret });
    response.end(`${JSON.stringify(echo)} ${JSON.stringify(echo).replaceAll('/', '\\/')}`);
  });
  const app = await registerApp(testing, url);
  ({ secret } = app);
  const id = await app.happen();
  await app.attempt(id);
  expect(() => verify(secret, received[0]!)).not.toThrow();
  const { last_attempts } = await read(app, id);
  expect(last_attempts[0]!.answer!.text).toContain('[secret]');
  const shown = JSON.stringify(last_attempts).replaceAll('\\', '');
  const signature = received[0]!.headers['webhook-signature']!.slice('v1,'.length, -1);
  const bare = secret.slice('whsec_'.length, -1);
  for (const hidden of [signature, bare, encodeURIComponent(bare)]) {
    expect(shown).not.toContain(hidden);
  }
});

test('only the last ten attempts are kept', async () => {
  let count = 0;
  const { url } = await start((_request, response) => {
    response.writeHead(500).end(String((count += 1)));
  });
  const app = await registerApp(testing, url);
  const id = await app.happen();
  for (let attempt = 0; attempt < 12; attempt += 1) await app.attempt(id);
  const { last_attempts, attempts } = await read(app, id);
  expect(attempts).toBe(12);
  expect(last_attempts.map(({ answer }) => answer?.text)).toEqual(
    Array.from({ length: 10 }, (_, index) => String(index + 3)),
  );
});

test('a test message is sent once, at once, and its result is a delivery', async () => {
  const { url, received } = await start((_request, response) => {
    response.writeHead(418).end('I am a teapot');
  });
  const app = await registerApp(testing, url);
  const needs = { ...app.needs, testMessages: roomyBulkhead() };
  const id = randomUUID();
  const send = () => testWebhook(needs, { ...app.of, id }, context);
  const sent = await send();
  expect(sent).toMatchObject({
    id,
    type: 'test',
    status: 'failed',
    response_status: 418,
    last_attempts: [{ answer: { text: 'I am a teapot' } }],
  });
  expect(verify(app.secret, received[0]!)).toMatchObject({ type: 'test', data: {} });
  expect(await send()).toEqual(sent);
  expect(received).toHaveLength(1);
  expect(await app.list()).toMatchObject([{ id, type: 'test', attempts: 1 }]);
});
