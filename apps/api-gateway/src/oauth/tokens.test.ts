import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type TestGateway } from '../testing/gateway.js';

let gateway: TestGateway;
let scopes: string[];
beforeEach(async () => {
  scopes = ['svc.units.read', 'svc.units.admin'];
  gateway = await startGateway({
    'apps.authenticate': ({ client_id: id, client_secret }: Record<string, string>) => {
      if (id !== 'app:1') throw new Problem('invalid_client', 'Unknown.');
      const binding = { purpose: 'app-secret', id } as const;
      const isCode = gateway.sealing.open(binding, client_secret!) === 'a code';
      return {
        developer: 'acme',
        scopes,
        ...(isCode && { client_secret: gateway.sealing.seal(binding, credentials.client_secret) }),
      };
    },
  });
});
afterEach(() => gateway.close());

async function request(form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await gateway.request('/oauth2/token', {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { authorization: '', ...headers },
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

const grant = { grant_type: 'client_credentials' };
const credentials = { client_id: 'app:1', client_secret: 'a secret' };

describe('an access token', () => {
  test('is not issued by a gateway whose clock is wrong', async () => {
    gateway.clock.skewMs = -7 * 24 * 60 * 60_000;
    const { status, body } = await request({ ...grant, ...credentials });
    expect(status).toBe(503);
    expect(body.detail).toContain('604800 seconds behind');
  });

  test('is issued to an app for an hour, and kept by no cache', async () => {
    const { status, headers, body } = await request({ ...grant, ...credentials });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'svc.units.read svc.units.admin',
    });
    const token = (body as { access_token: string }).access_token;
    const listed = await gateway.request('/api/v1/units', {
      headers: { authorization: `Bearer ${token}` },
    });
    // The service behind the gateway finds nothing; the token was accepted.
    expect(listed.status).toBe(404);
  });

  test('comes with the secret of the app for a code in its place', async () => {
    const { body } = await request({ ...grant, ...credentials, client_secret: 'a code' });
    expect(body).toMatchObject({
      access_token: expect.any(String),
      client_secret: credentials.client_secret,
    });
  });

  test('has the scopes that are requested, and none that the app has not', async () => {
    const granted = await request({ ...grant, ...credentials, scope: 'svc.units.read' });
    expect(granted.body.scope).toBe('svc.units.read');
    const refused = await request({ ...grant, ...credentials, scope: 'svc.connector' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });

  test('has scopes that those of the app include', async () => {
    scopes = ['svc.connector'];
    const granted = await request({ ...grant, ...credentials, scope: 'svc.connector.pause' });
    expect(granted).toMatchObject({ status: 200, body: { scope: 'svc.connector.pause' } });
    const refused = await request({
      ...grant,
      ...credentials,
      scope: 'svc.connector svc.apps.admin',
    });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });

  const forAlice = {
    ...grant,
    ...credentials,
    scope: 'svc.units.read',
    external_subject_id: 'alice',
  };

  test('of an end user is valid for a quarter of an hour, and acts for that one', async () => {
    const { status, body } = await request(forAlice);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { expires_in: 900, scope: 'svc.units.read' },
    });
    const { access_token } = body as { access_token: string };
    const list = (subject: string) =>
      gateway.request('/api/v1/units', {
        headers: { authorization: `Bearer ${access_token}`, 'x-external-subject-id': subject },
      });
    expect([(await list('alice')).status, (await list('bob')).status]).toEqual([404, 403]);
    expect(gateway.audited).toMatchObject([{ subject: 'alice', operation: 'createAccessToken' }]);
  });

  test.each(['1', '60', '3600'])('is valid for %s seconds where that is asked', async (seconds) => {
    const { body } = await request({ ...forAlice, expires_in: seconds });
    expect(body.expires_in).toBe(Number(seconds));
  });

  test.each(['0', '-1', '3601', '1.5', 'soon', ''])('is not valid for %j', async (seconds) => {
    const refused = await request({ ...forAlice, expires_in: seconds });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test.each(['', ' ', '.', 'a\u0000', 'x'.repeat(257)])('is bound to no %j', async (subject) => {
    const refused = await request({ ...forAlice, external_subject_id: subject });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('is not one of the account when the end user is named twice', async () => {
    const refused = await request([
      ...Object.entries(forAlice),
      ['external_subject_id', 'bob'],
    ] as never);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test.each([
    ['external_subject_id[]', 'external_subject_id'],
    ['External_Subject_Id', 'external_subject_id'],
    ['externalSubjectId', 'external_subject_id'],
    ['external_subject', 'external_subject_id'],
    [' scope', 'scope'],
    ['expires_in[]', 'expires_in'],
  ])('is not issued for a misspelt parameter, %j', async (misspelt, meant) => {
    const { status, body } = await request({ ...grant, ...credentials, [misspelt]: 'alice' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', detail: `${misspelt}: Is not a parameter; ${meant} is.` },
    });
  });

  test.each(['client_assertion', 'resource', 'audience'])(
    'is issued where %s is sent, which is ignored',
    async (parameter) => {
      const { status } = await request({ ...grant, ...credentials, [parameter]: 'alice' });
      expect(status).toBe(200);
    },
  );

  test('of an end user has the scopes that are requested, which therefore must be', async () => {
    const { scope: _scope, ...without } = forAlice;
    for (const form of [without, { ...forAlice, scope: ' ' }]) {
      const refused = await request(form);
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    }
  });

  test('is issued for credentials by HTTP Basic, which are form-encoded', async () => {
    const basic = Buffer.from('app%3A1:a+secret').toString('base64');
    expect((await request(grant, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  test.each([
    [{ ...grant, client_id: 'another', client_secret: 'guess' }, 401, 'invalid_client'],
    [{ ...grant, client_id: 'app:1' }, 401, 'invalid_client'],
    [credentials, 400, 'invalid_request'],
    [{ ...credentials, grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('is refused for %j as RFC 6749 says', async (form, status, error) => {
    const answer = await request(form as Record<string, string>);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('www-authenticate')).toBe(
      status === 401 ? 'Basic realm="Trellis"' : null,
    );
  });
});
