import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Trellis } from '@trellis/client';
import { newAccount, waitFor } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';
import { startLossyProxy, type LossyProxy } from './client/lossy-proxy.js';
import { hasGo, hasPython } from './contract/installed.js';
import { receiveMessage, type ReceivedMessage } from './contract/message.js';
import { buildGoProgram, root, startClient, type ClientProgram } from './contract/program.js';
import { oneStack } from './one-stack.js';

/** Resolves when a time has passed (s), as the clients see it. */
async function passed(seconds: number): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  await waitFor(() => performance.now() >= endsAt);
}

const source = ['--conditions=@trellis/source', '--import', 'tsx'];
const clients = [
  {
    language: 'TypeScript',
    isInstalled: true,
    start: () =>
      startClient(process.execPath, [...source, join(root, 'e2e/src/contract/typescript.ts')]),
  },
  {
    language: 'Python',
    isInstalled: hasPython,
    start: () => startClient('python3', [join(root, 'clients/python/contract.py')]),
  },
  { language: 'Go', isInstalled: hasGo, start: () => startClient(buildGoProgram(), []) },
];

const stack = oneStack();
let message: ReceivedMessage;
beforeAll(async () => {
  message = await receiveMessage(stack().address, newAccount(stack()).token);
});

function demoApp() {
  const text = readFileSync(`${stack().dataDirectory}/secrets.json`, 'utf8');
  const secrets = JSON.parse(text) as { demoApp: { client_id: string; client_secret: string } };
  return secrets.demoApp;
}

const suites = clients.map(
  ({ language, isInstalled, start }) =>
    [isInstalled ? describe : describe.skip, language, start] as const,
);
for (const [suite, language, start] of suites) {
  suite(`the ${language} client`, () => {
    let client: ClientProgram;
    let proxy: LossyProxy;
    const subject = `the user of ${language} é`;
    const connect = (options = {}) =>
      client.run({
        ...{ do: 'connect', base_url: proxy.address, subject },
        ...{ ...demoApp(), ...options },
      });
    beforeAll(async () => {
      proxy = await startLossyProxy(stack().address);
      client = start();
      await connect();
    });
    afterAll(() => {
      client.stop();
      proxy.close();
    });
    const createUnit = (name: string, type = language) =>
      client.run({ do: 'create_unit', name, type });
    const listUnits = (limit: number, type = language) =>
      client.run({ do: 'list_units', limit, type });
    const count = (line: string) => proxy.requests.filter((one) => one.line === line).length;
    const tokens = () => count('POST /oauth2/token');

    test('fetches one token for its calls, and another one before it expires', async () => {
      const fetched = tokens();
      proxy.limitTokens(1);
      await connect();
      await createUnit('First');
      await createUnit('Second');
      expect(tokens()).toBe(fetched + 1);
      proxy.limitTokens(3600);
      await passed(0.95);
      await createUnit('Third');
      await createUnit('Fourth');
      expect(tokens()).toBe(fetched + 2);
    });

    test('repeats a call once with a new token after 401', async () => {
      const [fetched, created] = [tokens(), count('POST /api/v1/units')];
      await passed(1); // Tokens of the same second are equal.
      proxy.spoilToken();
      await createUnit('Fifth');
      expect(tokens()).toBe(fetched + 1);
      expect(count('POST /api/v1/units')).toBe(created + 2);
      const refused = connect({ client_secret: 'wrong' }).then(() => createUnit('None'));
      await expect(refused).rejects.toMatchObject({ kind: 'problem', code: 'invalid_client' });
      await connect();
    });

    test('reads a list over its pages', async () => {
      const hrefs = (await listUnits(2)) as string[];
      expect(new Set(hrefs).size).toBe(5);
      expect(hrefs).toHaveLength(5);
      const pages = proxy.requests.filter(({ line }) => line.includes('cursor='));
      expect(pages.length).toBeGreaterThanOrEqual(2);
    });

    test('repeats a call after 503 and Retry-After, with the same idempotency key', async () => {
      const started = performance.now();
      proxy.refuseNext(503, { 'retry-after': '1' });
      await createUnit('Once', `${language} 503`);
      expect(performance.now() - started).toBeGreaterThanOrEqual(1_000);
      const sent = proxy.requests.filter(({ line }) => line === 'POST /api/v1/units').slice(-2);
      const [first, second] = sent.map(({ headers }) => headers['idempotency-key']);
      expect(first).toMatch(/^[\da-f]{32}$/);
      expect(second).toBe(first);
      expect(await listUnits(10, `${language} 503`)).toHaveLength(1);
    });

    test('gives up after the last attempt', async () => {
      await connect({ max_attempts: 1 });
      await listUnits(1); // Has the token fetched.
      proxy.refuseNext(503, { 'retry-after': '1' });
      const refused = createUnit('Not repeated');
      await expect(refused).rejects.toMatchObject({ status: 503, code: 'unknown' });
      await connect();
    });

    test('a creation whose answer is lost is carried out once', async () => {
      await listUnits(1); // Has the token fetched.
      proxy.loseAnswers(1);
      await createUnit('Once', `${language} lost`);
      expect(await listUnits(10, `${language} lost`)).toHaveLength(1);
    });

    test('a problem names the member that is to blame', async () => {
      await expect(createUnit('')).rejects.toEqual({
        ...{ kind: 'problem', status: 400, code: 'invalid_request', pointers: ['/name'] },
      });
    });

    test('continues a stream without gaps when the gateway is killed', async () => {
      const { client_id: clientId, client_secret: clientSecret } = demoApp();
      const user = new Trellis({ baseUrl: stack().address, clientId, clientSecret, subject });
      const properties = { n: { type: 'integer' as const, value: 0 } };
      const { data: thing } = await user.post('/things', {
        body: { title: 'Counter', properties },
      });
      const write = (n: number) =>
        user.put('/things/{id}/properties/{name}', {
          ...{ path: { id: thing.id, name: 'n' }, body: n, maxAttempts: 20 },
        });
      const { cursor } = (await user.get('/changes')).data;
      await client.run({ do: 'follow', last_event_id: cursor });
      await write(1);
      await waitFor(() => client.events.length === 1, { what: 'the first event' });
      const pid = await stack().pidOf('api-gateway');
      process.kill(pid, 'SIGKILL');
      await write(2);
      await write(3);
      await waitFor(() => client.events.length >= 3, { what: 'events after the restart' });
      await write(4);
      await waitFor(() => client.events.length >= 4, { what: 'the last event' });
      expect(client.events.map(({ value }) => value)).toEqual([1, 2, 3, 4]);
      expect(new Set(client.events.map(({ id }) => id)).size).toBe(4);
    });

    test('verifies the messages of webhooks', async () => {
      const verify = (changes: object) => client.run({ do: 'verify', ...message, ...changes });
      const id = message.headers['webhook-id'];
      expect(await verify({})).toEqual({ id, type: 'test' });
      const body = message.body.replace('"test"', '"task"');
      await expect(verify({ body })).rejects.toMatchObject({ kind: 'webhook' });
      const secret = `whsec_${Buffer.from('another secret of theirs').toString('base64')}`;
      await expect(verify({ secret })).rejects.toMatchObject({ kind: 'webhook' });
      await expect(verify({ headers: {} })).rejects.toMatchObject({ kind: 'webhook' });
    });

    test('refuses messages that are old, or were parsed before', async () => {
      const sixMinutesAgo = new Date(Date.now() - 360_000);
      const signature = new Webhook(message.secret).sign('msg_1', sixMinutesAgo, message.body);
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(sixMinutesAgo.getTime() / 1000)),
        'webhook-signature': signature,
      };
      const old = client.run({ do: 'verify', ...message, headers });
      await expect(old).rejects.toMatchObject({
        kind: 'webhook',
        message: expect.stringContaining('timestamp'),
      });
      const parsed = client.run({ do: 'verify', ...message, parsed: true });
      await expect(parsed).rejects.toMatchObject({
        message: expect.stringMatching(/pars(ed|ing)/),
      });
    });
  });
}
