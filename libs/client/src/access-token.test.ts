import { afterEach, expect, test } from '@jest/globals';
import type { HttpServer } from '@trellis/testing';
import { clientCredentials } from './access-token.js';
import { isProblem, TrellisConnectionError } from './problem.js';
import { problemOf, startServer } from './testing/server.js';
import { Trellis } from './trellis.js';

let server: HttpServer;
afterEach(() => server.close());

const credentials = { clientId: 'app', clientSecret: 'a secret', scope: 'svc.units.read' };
const answerTokens = (expires_in: number) =>
  startServer((_request, index) => ({ body: { access_token: `token-${index}`, expires_in } }));

test('concurrent callers share one token, which is cached', async () => {
  server = await answerTokens(3600);
  const token = clientCredentials(server.address, credentials);
  const tokens = await Promise.all([token({}), token({}), token({})]);
  expect([...tokens, await token({})]).toEqual(Array(4).fill('token-0'));
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/oauth2/token' });
  expect(Object.fromEntries(new URLSearchParams(server.requests[0]!.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'app',
    client_secret: 'a secret',
    scope: 'svc.units.read',
  });
});

test('a token that is about to expire is renewed', async () => {
  server = await answerTokens(0);
  const token = clientCredentials(server.address, credentials);
  await token({});
  const before = server.requests.length;
  await token({});
  expect(server.requests.length).toBeGreaterThan(before);
});

test('a rejected token is replaced once for all callers', async () => {
  server = await answerTokens(3600);
  const token = clientCredentials(server.address, credentials);
  const rejected = await token({});
  const tokens = await Promise.all([1, 2, 3].map(() => token({ rejected })));
  expect(tokens).toEqual(Array(3).fill('token-1'));
  expect(server.requests).toHaveLength(2);
});

test('an error does not contain the secret, and is not cached', async () => {
  server = await startServer((_request, index) =>
    index === 0
      ? problemOf(401, 'invalid_client')
      : { body: { access_token: 'token', expires_in: 3600 } },
  );
  const token = clientCredentials(server.address, credentials);
  const error = await Promise.resolve(token({})).catch((caught: unknown) => caught);
  expect(isProblem(error, 'invalid_client')).toBe(true);
  expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain('a secret');
  expect(await token({})).toBe('token');
});

test.each([1, 2])('a client with %d attempts requests a token as often', async (maxAttempts) => {
  server = await startServer(() => problemOf(503, 'unavailable'));
  const trellis = new Trellis({ baseUrl: server.address, ...credentials, maxAttempts });
  const error = await trellis.get('/units').catch((caught: unknown) => caught);
  expect(isProblem(error, 'unavailable')).toBe(true);
  expect(server.requests.map(({ url }) => url)).toEqual(Array(maxAttempts).fill('/oauth2/token'));
});

test('a temporary failure is retried', async () => {
  server = await startServer((_request, index) =>
    index < 2 ? problemOf(503, 'unavailable') : { body: { access_token: 'token', expires_in: 60 } },
  );
  expect(await clientCredentials(server.address, credentials)({})).toBe('token');
});

test.each([
  [
    'a redirect',
    { status: 308, headers: { location: 'https://trellis.example/' } },
    'redirects to',
  ],
  [
    'a page',
    { headers: { 'content-type': 'text/html' }, body: '<html>' },
    'responded with text/html',
  ],
  ['no token', { body: {} }, 'responded without an access token'],
  ['no JSON', { body: '{' }, 'responded without an access token'],
])('%s is reported with its address, and the secret is sent once', async (_what, answer, text) => {
  server = await startServer(() => answer);
  const token = Promise.resolve(clientCredentials(server.address, credentials)({}));
  const error = (await token.catch((caught: unknown) => caught)) as Error;
  expect(error).toBeInstanceOf(TrellisConnectionError);
  expect(error.message).toContain(`${server.address}/oauth2/token ${text}`);
  expect(server.requests).toHaveLength(1);
});
