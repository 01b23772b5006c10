import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';
import { startMailServer } from './alerts/mail-server.js';
import { oneStack } from './one-stack.js';

const mail = await startMailServer();
const stack = oneStack({
  environment: {
    SMTP_URL: mail.url,
    SMTP_FROM: 'Trellis <alerts@trellis.example>',
    ALERTS_INTERVAL_MS: '200',
  },
});
afterAll(() => mail.close());

/** A device that can be broken, and receivers of messages, by their paths. */
let server: Server;
let isBroken = false;
let status = 204;
const posted: { path: string; headers: Record<string, string>; body: string }[] = [];
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'POST') {
        const headers = request.headers as Record<string, string>;
        posted.push({ path: request.url!, headers, body });
        return response.writeHead(status).end();
      }
      if (isBroken) return response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(request.url!.endsWith('/level') ? '1' : JSON.stringify(description()));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());
afterEach(() => {
  isBroken = false;
  status = 204;
  posted.length = 0;
  mail.received.length = 0;
  mail.state.isBusy = false;
  mail.state.unknown.clear();
});

const description = () => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: 'urn:example:device',
  title: 'Device',
  security: ['none'],
  securityDefinitions: { none: { scheme: 'nosec' } },
  properties: { level: { type: 'integer', forms: [{ href: at('/device/level') }] } },
});

/** An account with a client of alice, whose device works. */
async function withClient(): Promise<Account & { client: string }> {
  const account = newAccount(stack());
  await account.request('POST', '/connectors/instances', {
    body: { connector_type_id: 'wot', configuration: {} },
  });
  const created = await account.request('POST', '/connectors/clients', {
    subject: 'alice',
    body: { connector_type_id: 'wot', configuration: { url: at('/device'), interval_ms: 1_000 } },
  });
  const client = String(created.body.client_id);
  const read = () => account.request('GET', `/connectors/clients/${client}`);
  await waitFor(async () => (await read()).body.status === 'STARTED', { what: 'the first poll' });
  return { ...account, client };
}

const clientFails = { kind: 'client_error', minutes: 0 };

async function createRule(account: Account, body: object) {
  const answer = await account.request('POST', '/alerts', {
    body: { name: 'Customers are offline', condition: clientFails, group_seconds: 0, ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; href: string; secret?: string };
}

const nextMail = (count = 1) =>
  waitFor(() => mail.received.length >= count && mail.received, {
    within: 20_000,
    what: 'an e-mail',
  });

/** The address of a receiver of one test: rules of earlier ones may still tell that something works again. */
const newHook = (path = '/hook') => at(`${path}/${randomUUID()}`);

const nextPosted = (hook: string, count = 1) => {
  const path = new URL(hook).pathname;
  const ofHook = () => posted.filter((one) => one.path === path);
  return waitFor(() => ofHook().length >= count && ofHook(), {
    within: 30_000,
    what: 'a message',
  });
};

test('a client that fails is notified by e-mail, and that it works again', async () => {
  const account = await withClient();
  const { href } = await createRule(account, { email: ['support@app.example'] });
  isBroken = true;
  const [first] = await nextMail();
  expect(first).toMatchObject({ from: 'alerts@trellis.example', to: 'support@app.example' });
  expect(first!.mail.subject).toBe('1 client fails – Customers are offline');
  expect(first!.mail.text).toContain('- wot of alice');
  expect(first!.mail.text).toContain('answers with status 500');
  expect(first!.mail.html).toContain('wot of alice');

  const { body } = await account.request('GET', href);
  expect(body).toMatchObject({
    firing: 1,
    fires: [{ kind: 'client', id: account.client, title: 'wot of alice' }],
    messages: [{ channel: 'email', to: 'support@app.example', kind: 'fires', status: 'delivered' }],
  });
  expect(Date.parse(body.fires[0].since)).toBeLessThanOrEqual(Date.parse(body.fires[0].notified));

  isBroken = false;
  const [, second] = await nextMail(2);
  expect(second!.mail.subject).toBe('1 client works again – Customers are offline');
  expect(second!.mail.text).not.toContain('answers with status 500');
  expect((await account.request('GET', href)).body).toMatchObject({ firing: 0, fires: [] });
  expect(mail.received).toHaveLength(2);
  expect(await stack().output()).not.toContain(mail.password);
});

test('what begins together is one message, which lists the first and counts the others', async () => {
  const account = await withClient();
  for (const subject of ['bob', 'carol']) {
    await account.request('POST', '/connectors/clients', {
      subject,
      body: { connector_type_id: 'wot', configuration: { url: at('/device'), interval_ms: 1_000 } },
    });
  }
  const failing = async () =>
    (await account.request('GET', '/connectors/clients?status=ERROR')).body.length === 3;
  isBroken = true;
  await waitFor(failing, { within: 20_000, what: 'all clients to fail' });
  const webhook = newHook();
  await createRule(account, { webhook, list_first: 2 });
  const [first] = await nextPosted(webhook);
  const { data } = JSON.parse(first!.body);
  expect(data).toMatchObject({ count: 3, firing: 3, summary: '3 clients fail' });
  expect(data.items).toHaveLength(2);
});

test('webhooks are signed, and those for Slack have a text and blocks, and their address is not shown', async () => {
  const account = await withClient();
  const [webhook, slack] = [newHook(), newHook('/a-secret-path')];
  const rule = await createRule(account, { webhook, slack });
  expect(JSON.stringify(rule)).not.toContain('a-secret-path');
  isBroken = true;
  const [signed] = await nextPosted(webhook);
  expect(new Webhook(rule.secret!).verify(signed!.body, signed!.headers)).toMatchObject({
    type: 'alert_fires',
    data: {
      alert: { name: 'Customers are offline' },
      condition: clientFails,
      count: 1,
      items: [{ kind: 'client', id: account.client, title: 'wot of alice' }],
    },
  });
  const [ofSlack] = await nextPosted(slack);
  const { headers, body } = ofSlack!;
  expect(headers).not.toHaveProperty('webhook-signature');
  expect(JSON.parse(body)).toMatchObject({
    text: '🔴 1 client fails – Customers are offline',
    blocks: [{ type: 'header' }, { type: 'section' }, { type: 'context' }],
  });

  const changed = await account.request('PATCH', rule.href, { body: { rotate_secret: true } });
  expect(changed).toMatchObject({
    status: 200,
    body: { secret: expect.stringMatching(/^whsec_/) },
  });
  expect(changed.body.secret).not.toBe(rule.secret);
  expect(JSON.stringify((await account.request('GET', rule.href)).body)).not.toMatch(
    /a-secret-path|whsec_/,
  );
});

test('a message that is not accepted is sent again under its id', async () => {
  const account = await withClient();
  status = 503;
  const webhook = newHook();
  await createRule(account, { webhook });
  isBroken = true;
  await nextPosted(webhook);
  status = 204;
  const [first, second] = await nextPosted(webhook, 2);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body).toBe(first!.body);
});

test('a test message answers what came of each channel', async () => {
  const account = newAccount(stack());
  mail.state.unknown.add('nobody@app.example');
  const rule = await createRule(account, {
    email: ['support@app.example', 'nobody@app.example'],
    webhook: at('/hook'),
  });
  status = 500;
  const { body } = await account.request('POST', `${rule.href}/test`);
  expect(body).toEqual([
    { channel: 'email', to: 'support@app.example', delivered: true },
    {
      channel: 'email',
      to: 'nobody@app.example',
      delivered: false,
      detail: 'The mail server answers: 550 5.1.1 No such user',
    },
    {
      channel: 'webhook',
      to: at('/hook'),
      delivered: false,
      response_status: 500,
      detail: 'The app answers with status 500.',
    },
  ]);
  expect(mail.received[0]!.mail.subject).toBe('This is a test message – Customers are offline');
  expect(await account.request('POST', `${rule.href}/test`)).toMatchObject({ status: 429 });
});

test('a silenced rule watches and sends nothing, and afterwards tells what still fires', async () => {
  const account = await withClient();
  const silenced_until = new Date(Date.now() + 3_600_000).toISOString();
  const webhook = newHook();
  const { href } = await createRule(account, { webhook, silenced_until });
  isBroken = true;
  const read = async () => (await account.request('GET', href)).body;
  await waitFor(async () => (await read()).firing === 1, { within: 20_000, what: 'a firing' });
  expect(await read()).toMatchObject({ silenced_until, messages: [] });
  await account.request('PATCH', href, { body: { silenced_until: null } });
  const [first] = await nextPosted(webhook);
  expect(JSON.parse(first!.body)).toMatchObject({ type: 'alert_fires', data: { count: 1 } });
});

test('a rule of another account does not exist, and things need their scope', async () => {
  const account = newAccount(stack());
  const { href } = await createRule(account, {});
  const other = newAccount(stack());
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'Mine' } : undefined;
    expect(await other.request(method, href, { body })).toMatchObject({ status: 404 });
  }
  const limited = newAccount(stack(), { scopes: ['svc.connector'] });
  const condition = { kind: 'thing_unavailable', hours: 1 };
  expect(
    await limited.request('POST', '/alerts', { body: { name: 'Away', condition } }),
  ).toMatchObject({ status: 403 });
  expect(
    await account.request('POST', '/alerts', {
      body: { name: 'Away', condition: { ...clientFails, client: 'unknown' } },
    }),
  ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/condition/client' }] } });
  expect(await account.request('DELETE', href)).toMatchObject({ status: 204 });
  expect(await account.request('GET', href)).toMatchObject({ status: 404 });
});

test('a thing says when it was last heard, and a battery and a quota fire rules', async () => {
  const account = await withClient();
  const [thing] = (await account.request('GET', '/things', { subject: 'alice' })).body;
  const readThing = async () => (await account.request('GET', thing.href)).body;
  await waitFor(async () => (await readThing()).last_heard, { what: 'when it was heard' });
  const { last_heard, properties } = await readThing();
  expect(Date.now() - Date.parse(last_heard)).toBeLessThan(180_000);
  expect(properties.level.last_heard >= last_heard).toBe(true);

  const battery = { type: 'number', value: 8 };
  const created = await account.request('POST', '/things', {
    body: { title: 'Door sensor', '@type': 'PowerSource', properties: { battery } },
  });
  expect(created.status).toBe(201);
  const low = await createRule(account, { condition: { kind: 'battery_low', percent: 15 } });
  const quota = { kind: 'quota_used', percent: 0, quota: 'things' };
  const used = await createRule(account, { condition: quota });
  const read = async ({ href }: { href: string }) =>
    (await account.request('GET', href)).body.fires as Record<string, string>[];
  await waitFor(async () => (await read(low)).length > 0, { what: 'the battery' });
  expect(await read(low)).toMatchObject([
    { kind: 'thing', title: 'Door sensor', detail: 'The battery is at 8 %.' },
  ]);
  await waitFor(async () => (await read(used)).length > 0, { what: 'the quota' });
  expect(await read(used)).toMatchObject([{ kind: 'quota', id: 'things' }]);
  await account.request('PUT', `${created.headers.get('location')}/properties/battery`, {
    body: 90,
  });
  await waitFor(async () => (await read(low)).length === 0, { what: 'another battery' });
});
