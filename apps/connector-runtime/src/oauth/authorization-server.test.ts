import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createResolver } from '@trellis/connector-sdk';
import { startHttpServer, type HttpServer } from '@trellis/testing';
import * as oauth from 'openid-client';
import { testConnector } from '../testing/connector.js';
import { authorizationServer, oauthErrorCode } from './authorization-server.js';

let answer: { status?: number; type?: string; body: string };
let server: HttpServer;
beforeEach(async () => {
  server = await startHttpServer((_request, response) => {
    const { status = 200, type = 'application/json', body } = answer;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
});
afterEach(() => server.close());

function refresh(token_request?: 'json') {
  const token_endpoint = `${server.address}/token`;
  const connector = {
    ...testConnector({ poll: async () => ({ devices: [] }) }),
    oauth2: {
      server: () => ({ issuer: server.address, token_endpoint, token_request }),
      application: () => ({ client_id: 'app', client_secret: 'secret' }),
      scopes: () => [],
      returnTo: () => undefined,
      clientAuthentication: 'client_secret_post' as const,
    },
  };
  const reach = { resolve: createResolver({ allowPrivate: true }), timeoutMs: 5_000 };
  return oauth.refreshTokenGrant(authorizationServer({ connector, instance: {} }, reach), 'r');
}

const form = 'application/x-www-form-urlencoded';
test.each<[string, typeof answer]>([
  ['nothing but a token (vendor-12)', { body: '{"access_token":"a"}' }],
  ['a type of another name', { body: '{"access_token":"a","token_type":"BearerToken"}' }],
  ['a list of scopes', { body: '{"access_token":"a","token_type":"Bearer","scope":["x"]}' }],
  ['a time as a text', { body: '{"access_token":"a","expires_in":"10800"}' }],
  ['a page', { type: 'text/html', body: '{"access_token":"a","token_type":"Bearer"}' }],
  ['a form', { type: form, body: 'access_token=a&token_type=bearer&expires_in=3600' }],
  ['another status', { status: 201, body: '{"access_token":"a","token_type":"Bearer"}' }],
])('a token is taken from an answer with %s', async (_what, given) => {
  answer = given;
  expect((await refresh()).access_token).toBe('a');
});

test('an error with 200 is an error', async () => {
  answer = { body: '{"error":"invalid_grant","error_description":"gone"}' };
  expect(oauthErrorCode(await refresh().catch((error: unknown) => error))).toBe('invalid_grant');
});

test('a server may take JSON', async () => {
  answer = { body: '{"access_token":"a"}' };
  await refresh('json');
  const [{ body, headers }] = server.requests as [(typeof server.requests)[number]];
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body)).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'r',
    client_id: 'app',
    client_secret: 'secret',
  });
});
