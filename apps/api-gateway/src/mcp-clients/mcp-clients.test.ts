import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import jwt from 'jsonwebtoken';
import { tools } from '../mcp/tool-list.js';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { mcpScopes } from '../access/mcp.js';

const redirect = 'http://127.0.0.1:3334/callback';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const ada = { id: 'ada', email: 'ada@acme.example', name: 'Ada' };
const organization = '0190b1f4-6d5c-7cc0-8000-000000000001';

let calls: Calls;
let redeemed: { id: string; client: string; generation: number }[];
let gateway: TestGateway;
beforeEach(async () => {
  redeemed = [];
  calls = {
    'people.read_session': () => ada,
    'environments.authorize': () => ({ id: 'demo', role: 'viewer' }),
    'mcp_clients.authorize': () => ({ organization }),
    'mcp_clients.redeem': (input: (typeof redeemed)[number]) => {
      redeemed.push(input);
      const person = { id: ada.id, email: ada.email };
      const scopes = ['svc.things.read', 'svc.things.act'];
      const { generation } = input;
      const named = { name: 'Agent', environment: 'demo', role: 'viewer' };
      return { ...named, generation: generation + 1, scopes, person };
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

async function post<T>(path: string, body: unknown, form = false) {
  const response = await gateway.request(path, {
    method: 'POST',
    headers: {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      cookie: 'trellis.session_token=of-ada',
    },
    body: form ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

interface Answer {
  client_id: string;
  href: string;
  error?: string;
  errors?: { pointer: string }[];
  access_token: string;
  refresh_token: string;
  scope: string;
}

const register = (description: object = {}) =>
  post<Answer>('/oauth2/register', { redirect_uris: [redirect], ...description });
const exchange = (form: object) => post<Answer>('/oauth2/token', form, true);

const requested = (client_id: string, others: object = {}) => ({
  response_type: 'code',
  client_id,
  redirect_uri: redirect,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...others,
});
const authorize = (request: object) =>
  post<Answer>('/api/v1/mcp_clients', { environment: 'demo', ...request });

/** Returns the token request of an app that was authorized. */
async function authorized() {
  const { client_id } = (await register()).body;
  const { href } = (await authorize(requested(client_id, { state: 'x' }))).body;
  const code = new URL(href).searchParams.get('code')!;
  const form = { grant_type: 'authorization_code', redirect_uri: redirect, client_id, code };
  return { ...form, code_verifier: verifier };
}

describe('registration', () => {
  test.each([
    ['https://app.example/callback', 201],
    ['http://localhost:1/callback', 201],
    ['http://[::1]/callback', 201],
    ['http://app.example/callback', 400],
    ['http://localhost.evil.example/callback', 400],
    ['http://localhost@evil.example/callback', 400],
    ['https://app.example\\@evil.example/', 400],
    ['https://app.example/callback#fragment', 400],
    ['javascript:alert(1)', 400],
    ['app.example:/callback', 400],
    ['https://app.example/\n', 400],
    [`https://app.example/${'a'.repeat(500)}`, 400],
  ])('of %j is answered by %i', async (uri, status) => {
    const answer = await register({ redirect_uris: [uri] });
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(status === 201 ? undefined : 'invalid_redirect_uri');
  });

  test.each([
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 6 }, () => redirect) }, 'invalid_redirect_uri'],
    [{ client_name: 'a'.repeat(101) }, 'invalid_client_metadata'],
    [{ client_name: 'Line\nbreak' }, 'invalid_client_metadata'],
    [{ grant_types: ['implicit'] }, 'invalid_client_metadata'],
  ])('of %j is refused: %s', async (description, error) => {
    expect(await register(description)).toMatchObject({ status: 400, body: { error } });
  });

  test('makes public clients, whatever they want', async () => {
    const { body } = await register({ token_endpoint_auth_method: 'client_secret_basic' });
    expect(body).toMatchObject({ token_endpoint_auth_method: 'none' });
    expect(body).not.toHaveProperty('client_secret');
  });
});

describe('an authorization request', () => {
  test.each<[string, object, string]>([
    ['of an unknown app', { client_id: 'unknown' }, '/client_id'],
    ['to another path', { redirect_uri: 'http://127.0.0.1:3334/other' }, '/redirect_uri'],
    ['to another host', { redirect_uri: 'https://evil.example/callback' }, '/redirect_uri'],
    ['without PKCE', { code_challenge: undefined }, '/code_challenge'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, '/code_challenge_method'],
    ['for tokens', { response_type: 'token' }, '/response_type'],
    ['for another resource', { resource: 'https://other.example/mcp' }, '/resource'],
  ])('%s is refused, and leads nowhere', async (_what, changed, pointer) => {
    const { client_id } = (await register()).body;
    const { status, body } = await authorize(requested(client_id, changed));
    expect({ status, pointers: body.errors!.map((error) => error.pointer) }).toEqual({
      status: 400,
      pointers: [pointer],
    });
    expect(body.href).toBeUndefined();
  });

  test('may name another port of this computer, and of no other', async () => {
    const { client_id } = (await register()).body;
    const other = requested(client_id, { redirect_uri: 'http://127.0.0.1:9999/callback' });
    expect((await authorize(other)).status).toBe(201);
    const { body } = await register({ redirect_uris: ['https://app.example:1/callback'] });
    const remote = requested(body.client_id, { redirect_uri: 'https://app.example:2/callback' });
    expect((await authorize(remote)).status).toBe(400);
  });

  test('is answered at the address of the app, with its query', async () => {
    const uri = 'https://app.example/callback?tenant=1';
    const { client_id } = (await register({ redirect_uris: [uri] })).body;
    const { body } = await authorize(requested(client_id, { redirect_uri: uri, state: 'a b&c' }));
    const { origin, searchParams } = new URL(body.href);
    expect(origin).toBe('https://app.example');
    expect(Object.fromEntries(searchParams)).toEqual({
      tenant: '1',
      code: expect.any(String),
      state: 'a b&c',
      iss: 'http://trellis.test',
    });
  });

  test('for scopes that the role lacks is refused', async () => {
    const { client_id } = (await register()).body;
    const answer = await authorize(requested(client_id, { scope: 'svc.things.admin' }));
    expect(answer.status).toBe(403);
  });
});

describe('tokens', () => {
  test('have the scopes that the role has, and the resource as their audience', async () => {
    const form = await authorized();
    const { status, body } = await exchange({ ...form, resource: 'http://trellis.test/mcp' });
    expect(status).toBe(200);
    expect(jwt.decode(body.access_token)).toMatchObject({
      sub: 'demo',
      scope: 'svc.things.read',
      aud: 'http://trellis.test/mcp',
      act: { sub: 'ada', email: 'ada@acme.example' },
    });
    const headers = { authorization: `Bearer ${body.access_token}` };
    const other = await gateway.request('/api/v1/things', { headers });
    expect([other.status, await other.json()]).toMatchObject([401, { reason: 'wrong_audience' }]);
    const refreshed = await exchange({
      grant_type: 'refresh_token',
      client_id: form.client_id,
      refresh_token: body.refresh_token,
    });
    expect(refreshed.status).toBe(200);
    expect(redeemed.map(({ generation }) => generation)).toEqual([0, 1]);
  });

  test.each<[string, object, string]>([
    ['another verifier', { code_verifier: challenge }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['another address', { redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
    ['a code of its own', { code: 'v2.a.b.c.d' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example' }, 'invalid_target'],
    ['no client id', { client_id: undefined }, 'invalid_client'],
    ['a lost client id', { client_id: 'v2.lost.a.b.c', code: 'v2.lost.a.b.c' }, 'invalid_client'],
  ])('are refused to an app with %s', async (_what, changed, error) => {
    const form = Object.entries({ ...(await authorized()), ...changed });
    const given = Object.fromEntries(form.filter(([, value]) => value !== undefined));
    expect((await exchange(given)).body.error).toBe(error);
    expect(redeemed).toEqual([]);
  });

  test('are refused to an app whose code was used, with an entry in the audit log', async () => {
    calls['mcp_clients.redeem'] = () => {
      throw new Problem('invalid_client', 'It was used before.', { developer: 'demo' });
    };
    expect((await exchange(await authorized())).body.error).toBe('invalid_grant');
    expect(gateway.audited.at(-1)).toMatchObject({ developer: 'demo', status: 400 });
  });

  test('a refresh token is no code, and a code no refresh token', async () => {
    const form = await authorized();
    const { refresh_token } = (await exchange(form)).body;
    expect((await exchange({ ...form, code: refresh_token })).body.error).toBe('invalid_grant');
    const { client_id, code } = form;
    const swapped = { grant_type: 'refresh_token', client_id, refresh_token: code };
    expect((await exchange(swapped)).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token that is given back', () => {
  const revoke = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const answer = await gateway.request('/oauth2/revoke', { method: 'POST', body });
    const text = await answer.text();
    return { status: answer.status, error: text && (JSON.parse(text) as Answer).error };
  };
  let revoked: object[];
  beforeEach(() => {
    revoked = [];
    calls['mcp_clients.revoke'] = (input: object) => {
      revoked.push(input);
      return { revoked: { environment: 'demo', email: ada.email } };
    };
  });

  test('ends the authorization, with an entry in the audit log', async () => {
    const form = await authorized();
    const { refresh_token: token } = (await exchange(form)).body;
    const { client_id } = form;
    expect(await revoke({ token, client_id, token_type_hint: 'refresh_token' })).toEqual({
      status: 200,
      error: '',
    });
    const { id, client } = redeemed[0]!;
    expect(revoked).toEqual([{ id, client }]);
    expect(gateway.audited.at(-1)).toMatchObject({
      developer: 'demo',
      operation: 'revokeMcpToken',
      actor: { type: 'person', id: ada.email },
    });
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['of no kind is taken and does nothing', { token: 'unknown' }, 200, ''],
    ['that is missing is refused', {}, 400, 'invalid_request'],
    ['of no client is refused', { client_id: '', token: 'x' }, 401, 'invalid_client'],
    ['that is an access token is refused', { token: 'a.b.c' }, 400, 'unsupported_token_type'],
  ])('%s', async (_what, form, status, error) => {
    expect(await revoke({ client_id: 'x', ...form })).toEqual({ status, error });
    expect(revoked).toEqual([]);
  });

  test('by another app is refused', async () => {
    const { refresh_token: token } = (await exchange(await authorized())).body;
    calls['mcp_clients.revoke'] = () => {
      throw new Problem('invalid_client', 'It belongs to another app.');
    };
    const refused = { status: 401, error: 'invalid_client' };
    expect(await revoke({ token, client_id: 'another' })).toEqual(refused);
  });
});

test('the metadata leads an agent from a refusal to the tokens', async () => {
  const { headers } = await gateway.request('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: '' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  const challenge = headers.get('www-authenticate')!;
  expect(challenge).toMatch(`scope="${mcpScopes.join(' ')}"`);
  const [, resource = ''] = /resource_metadata="http:\/\/trellis.test([^"]+)"/.exec(challenge)!;
  const read = async (path: string) => (await gateway.request(path)).json() as Promise<object>;
  expect(await read(resource)).toMatchObject({
    resource: 'http://trellis.test/mcp',
    authorization_servers: ['http://trellis.test'],
  });
  expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
    issuer: 'http://trellis.test',
    authorization_endpoint: 'http://trellis.test/console/authorize',
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    revocation_endpoint: 'http://trellis.test/oauth2/revoke',
  });
});

test('the scopes of agents are those of the tools', () => {
  const needed = tools.map(({ access }) => access).filter((access) => access !== 'any token');
  expect([...mcpScopes].sort()).toEqual([...new Set(needed)].sort());
});
