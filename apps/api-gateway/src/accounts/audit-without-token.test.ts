import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

describe('POST /oauth2/token', () => {
  const ask = (scope?: string) => {
    const form = { grant_type: 'client_credentials', client_id: 'app-1', client_secret: 'hidden' };
    return sendJson(gateway, 'POST', '/oauth2/token', {
      body: new URLSearchParams({ ...form, ...(scope && { scope }) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: '' },
    });
  };
  const entry = {
    developer: 'grace',
    actor: { type: 'app', id: 'app-1' },
    operation: 'createAccessToken',
    resource: { type: 'access_token', ids: [] },
  };

  test('leaves an entry in the log of the developer of the app', async () => {
    calls['apps.authenticate'] = () => ({ developer: 'grace', scopes: ['svc.units.read'] });
    expect((await ask()).status).toBe(200);
    expect((await ask('root')).status).toBe(400);
    expect(gateway.audited).toMatchObject([
      { ...entry, status: 200 },
      { ...entry, status: 400, problem: 'invalid_request' },
    ]);
    expect(JSON.stringify(gateway.audited)).not.toMatch(/hidden|eyJ/);
  });

  test('that is refused leaves one if the app is known, and does not show whose it is', async () => {
    const refusal = (developer?: string) => () => {
      throw new Problem('invalid_client', 'Unknown.', { ...(developer && { developer }) });
    };
    calls['apps.authenticate'] = refusal();
    const unknown = await ask();
    expect(gateway.audited).toEqual([]);
    calls['apps.authenticate'] = refusal('grace');
    const known = await ask();
    expect(gateway.audited).toMatchObject([{ ...entry, status: 401, problem: 'invalid_client' }]);
    const shown = ({ body }: typeof known) => ({ ...(body as object), instance: 0 });
    expect(shown(known)).toEqual(shown(unknown));
  });
});

test('an authorization by an end user leaves an entry, with the error if there is one', async () => {
  const authorized = '/api/v1/connectors/authorized?state=s';
  const completed = { location: 'https://app.example/', client: id, developer: 'grace' };
  calls['authorizations.complete'] = () => ({ ...completed, subject: 'alice' });
  await sendJson(gateway, 'GET', `${authorized}&code=hidden`);
  calls['authorizations.complete'] = () => ({
    ...completed,
    subject: 'alice',
    error: 'access_denied',
  });
  await sendJson(gateway, 'GET', `${authorized}&error=access_denied`);
  const entry = {
    developer: 'grace',
    actor: { type: 'subject', id: 'alice' },
    subject: 'alice',
    operation: 'completeAuthorization',
    resource: { type: 'connector_client', ids: [id] },
    status: 303,
  };
  expect(gateway.audited).toMatchObject([entry, { ...entry, problem: 'access_denied' }]);
  expect(gateway.audited[0]).not.toHaveProperty('problem');
  expect(JSON.stringify(gateway.audited)).not.toContain('hidden');
});
