import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { on, once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startHueBridge } from '@trellis/connectors/testing';
import {
  newAccount,
  request,
  signToken,
  startAgentProgram,
  waitFor,
  type Account,
  type AgentProgram,
} from '@trellis/testing';
import { agentProtocol, signedMessage } from '@trellis/contracts/agent-protocol';
import { WebSocket } from 'ws';
import { oneStack } from './one-stack.js';

// A hosted installation reaches no private network by itself.
const stack = oneStack({ environment: { EGRESS_PRIVATE: 'deny' } });

const subject = 'alice';

const programs: AgentProgram[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await program.clear();
});

/** Creates an agent of a subject, and starts a program that is paired with its code. */
async function pairAgent({ request }: Account, name = 'Home') {
  const created = await request('POST', '/agents', { subject, body: { name } });
  expect(created.status).toBe(201);
  const { id, pairing } = created.body as { id: string; pairing: { code: string } };
  const program = await startAgentProgram(['--url', stack().address, '--code', pairing.code]);
  programs.push(program);
  const read = async () => (await request('GET', `/agents/${id}`)).body;
  const becomes = (state: string) =>
    waitFor(async () => (await read()).state === state, { what: state });
  await becomes('online');
  return { id, pairing, program, read, becomes };
}

async function createClient(
  { request }: Account,
  { type, via, configuration }: { type: string; via?: string; configuration: object },
) {
  const instance = { connector_type_id: type, configuration: {} };
  await request('POST', '/connectors/instances', { body: instance });
  const body = { connector_type_id: type, configuration, via };
  const created = await request('POST', '/connectors/clients', { subject, body });
  const path = `/connectors/clients/${created.body.client_id}`;
  const read = async () => (await request('GET', path)).body;
  const becomes = (status: string) =>
    waitFor(async () => (await read()).status === status, { within: 45_000, what: status });
  return { created, path, read, becomes };
}

async function thingOf({ request }: Account, title: string) {
  const headers = { accept: 'application/ld+json' };
  const { body } = await request('GET', '/things', { subject, headers });
  return (body as { title: string; base: string }[]).find((one) => one.title === title)!;
}

describe('a Hue bridge in a home', () => {
  test('is polled, listened to and controlled through the agent alone', async () => {
    const bridge = await startHueBridge();
    try {
      const account = newAccount(stack());
      const configuration = { host: bridge.host, interval_ms: 1000 };
      const agent = await pairAgent(account);
      const tried = (via?: string) =>
        account.request('POST', '/connectors/try', {
          body: {
            connector_type_id: 'philips-hue',
            instance_configuration: {},
            client_configuration: configuration,
            via,
          },
        });
      expect((await tried()).body.error).toMatchObject({ cause: 'name_not_found' });
      bridge.pressButton();
      expect((await tried(agent.id)).body).toMatchObject({ status: 'STARTED', found: 10 });
      expect((await tried(randomUUID())).body).toMatchObject({ errors: [{ pointer: '/via' }] });
      bridge.pressButton();
      const direct = await createClient(account, { type: 'philips-hue', configuration });
      await direct.becomes('ERROR');
      expect((await direct.read()).error).toMatchObject({ cause: 'name_not_found' });
      await account.request('DELETE', direct.path);

      const client = await createClient(account, {
        type: 'philips-hue',
        via: agent.id,
        configuration,
      });
      await client.becomes('STARTED');
      expect(await client.read()).toMatchObject({ via: agent.id });
      const { base } = await thingOf(account, 'Desk lamp');
      const written = await account.request('PUT', `${base}properties/brightness`, { body: 33 });
      expect(written.status).toBe(204);
      expect(bridge.state.find('color-light')).toMatchObject({ dimming: { brightness: 33 } });
      await waitFor(async () => (await client.read()).connection?.state === 'connected');
      expect(await (await fetch(agent.program.page)).text()).toContain(bridge.host);

      await agent.program.stop('SIGKILL');
      await agent.becomes('offline');
      await client.becomes('ERROR');
      // A poll that was under way fails with the connection.
      const causeOf = async () => (await client.read()).error?.cause;
      await waitFor(async () => (await causeOf()) === 'agent_offline', { what: 'the cause' });
      expect(await client.read()).toMatchObject({
        error: { code: 'unavailable', cause: 'agent_offline', remedy: 'wait' },
        connection: { state: 'agent_offline' },
      });
      const away = (await account.request('GET', base)).body;
      expect(away.availability).toMatchObject({ state: 'unknown', code: 'unavailable' });
      const refused = await account.request('PUT', `${base}properties/brightness`, { body: 44 });
      expect(refused).toMatchObject({
        status: 503,
        body: { detail: 'The agent “Home” is not connected.', remedy: 'wait' },
      });
      expect(bridge.state.find('color-light')).toMatchObject({ dimming: { brightness: 33 } });

      agent.program.start();
      await agent.becomes('online');
      await client.becomes('STARTED');
      const again = await account.request('PUT', `${base}properties/brightness`, { body: 44 });
      expect(again.status).toBe(204);
    } finally {
      await bridge.stop();
    }
  });
});

describe('an agent', () => {
  test('that is revoked ends at once, and says what to do', async () => {
    const account = newAccount(stack());
    const { id, program } = await pairAgent(account);
    expect((await account.request('DELETE', `/agents/${id}`)).status).toBe(204);
    expect(await program.ended()).toBe(1);
    expect(program.output()).toContain('The agent was removed in Trellis. Pair it anew.');
    program.start();
    expect(await program.ended()).toBe(1);
    expect(program.output()).toContain('The key belongs to no agent.');
  });

  test('that is revoked is the reason why its clients fail, until they have another one', async () => {
    const bridge = await startHueBridge();
    try {
      const account = newAccount(stack());
      bridge.pressButton();
      const { id } = await pairAgent(account);
      const configuration = { host: bridge.host, interval_ms: 1000 };
      const client = await createClient(account, { type: 'philips-hue', via: id, configuration });
      await client.becomes('STARTED');
      expect((await account.request('DELETE', `/agents/${id}`)).status).toBe(204);
      const causeOf = async () => (await client.read()).error?.cause;
      await waitFor(async () => (await causeOf()) === 'agent_removed', { what: 'the cause' });
      const error = { code: 'misconfigured', cause: 'agent_removed', remedy: 'fix-configuration' };
      expect((await client.read()).error).toMatchObject(error);
      const other = await pairAgent(account, 'Cellar');
      const moved = await account.request('PATCH', client.path, { body: { via: other.id } });
      expect(moved.status).toBe(204);
      await client.becomes('STARTED');
    } finally {
      await bridge.stop();
    }
  });

  test('of an end user who is erased ends at once', async () => {
    const account = newAccount(stack());
    const { id, program } = await pairAgent(account);
    expect((await account.request('DELETE', `/subjects/${subject}`)).status).toBe(202);
    expect(await program.ended()).toBe(1);
    expect((await account.request('GET', `/agents/${id}`)).status).toBe(404);
  });

  test('gives way to another program with its key', async () => {
    const { program, becomes } = await pairAgent(newAccount(stack()));
    const copy = await startAgentProgram([], { data: program.data });
    programs.push(copy);
    expect(await program.ended()).toBe(1);
    expect(program.output()).toContain('Another program is connected with the key of this agent.');
    await becomes('online');
  });

  test('belongs to one subject of one account', async () => {
    const account = newAccount(stack());
    const { id } = await pairAgent(account);
    const other = newAccount(stack());
    for (const [{ request }, of] of [
      [other, subject],
      [account, 'bob'],
    ] as const) {
      expect((await request('GET', `/agents/${id}`, { subject: of })).status).toBe(404);
      const body = { connector_type_id: 'philips-hue', configuration: { host: 'hue' }, via: id };
      const instance = { connector_type_id: 'philips-hue', configuration: {} };
      await request('POST', '/connectors/instances', { body: instance });
      const created = await request('POST', '/connectors/clients', { subject: of, body });
      expect(created).toMatchObject({ status: 400, body: { errors: [{ pointer: '/via' }] } });
    }
  });
});

test('an end user gets no secret of an instance through an agent', async () => {
  const account = newAccount(stack());
  const { id } = await pairAgent(account);
  const description = {
    base_url: 'http://api.invalid',
    requests: { lamps: { path: '/lamps', headers: { 'x-api-key': 'a secret' } } },
    devices: [
      {
        request: 'lamps',
        entities: '$.lamps[*]',
        id: '$.id',
        properties: [{ capability: 'power', value: '$.watts' }],
      },
    ],
  };
  const instance = { connector_type_id: 'http-json', configuration: description };
  const set = await account.request('POST', '/connectors/instances', { body: instance });
  expect(set.status).toBe(201);
  const bound = signToken(stack(), {
    sub: account.developer,
    scope: 'svc.connector',
    external_subject_id: subject,
    exp: Math.floor(Date.now() / 1_000) + 600,
  });
  const body = { connector_type_id: 'http-json', configuration: {}, via: id };
  const created = await request(stack(), 'POST', '/connectors/clients', {
    body,
    headers: { authorization: `Bearer ${bound}` },
  });
  expect(created).toMatchObject({ status: 400, body: { errors: [{ pointer: '/via' }] } });
});

test('a request that asks for HTTP/2 is answered, with its body', async () => {
  const { token } = newAccount(stack());
  const { port } = new URL(stack().address);
  const body = JSON.stringify({ name: 'House', type: 'building' });
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /api/v1/units HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
});

describe('a handshake', () => {
  const answers = async (change: (nonce: string) => Record<string, unknown>) => {
    const socket = new WebSocket(`${stack().address.replace('http', 'ws')}${agentProtocol.path}`);
    const messages = on(socket, 'message') as AsyncIterableIterator<[Buffer]>;
    const next = async () =>
      JSON.parse(String((await messages.next()).value[0])) as Record<string, unknown>;
    const { nonce } = await next();
    socket.send(JSON.stringify(change(String(nonce))));
    const answer = await next();
    socket.terminate();
    return answer;
  };
  const key = generateKeyPairSync('ed25519');
  const publicKey = key.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const answer = (message: string, more = {}) => ({
    protocol: agentProtocol.version,
    version: '1.0.0',
    key: publicKey.toString('base64url'),
    signature: sign(null, Buffer.from(message), key.privateKey).toString('base64url'),
    ...more,
  });
  const signed = (
    nonce: string,
    { origin = stack().address, code = undefined as string | undefined } = {},
  ) => answer(signedMessage({ origin, nonce, code }), { code });

  test.each([
    ['with a code that was never issued', (nonce: string) => signed(nonce, { code: 'AAAA-BBBB' })],
    ['of a key that nobody knows', (nonce: string) => signed(nonce)],
    ['that was recorded', () => signed('the nonce of another connection')],
    ['for another server', (nonce: string) => signed(nonce, { origin: 'https://evil.example' })],
    ['that is no handshake', () => ({ hello: true })],
    ['of a later version', (nonce: string) => ({ ...signed(nonce), protocol: 99 })],
  ])('%s is refused for good', async (_name, change) => {
    expect(await answers(change)).toMatchObject({ refused: expect.any(String), final: true });
  });

  test('is bound to the server to which the agent has connected, also with a valid code', async () => {
    const { request } = newAccount(stack());
    const created = await request('POST', '/agents', { subject, body: { name: 'Home' } });
    const { code } = created.body.pairing as { code: string };
    const stolen = (nonce: string) => signed(nonce, { code, origin: 'https://evil.example' });
    expect(await answers(stolen)).toMatchObject({ final: true });
    expect(await answers((nonce) => signed(nonce, { code }))).toMatchObject({ name: 'Home' });
  });
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'an agent comes back by itself when its gateway ends by %s',
  async (signal) => {
    const { read, program } = await pairAgent(newAccount(stack()));
    process.kill(await stack().pidOf('api-gateway'), signal);
    await program.prints('Connecting again');
    const isOnline = async () => (await read().catch(() => ({}))).state === 'online';
    await waitFor(isOnline, { within: 60_000, what: 'online' });
  },
);
