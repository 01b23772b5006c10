import { afterEach, expect, test } from '@jest/globals';
import { discover, Misconfigured, Unauthorized } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { startHttpServer } from '@trellis/testing';
import { httpJson } from './connector.js';
import {
  machine,
  startCredentialsServer,
  type CredentialsServer,
} from './testing/credentials-server.js';

let server: CredentialsServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** A client of an API whose app is trusted by itself. */
const contextOf = (
  { url }: CredentialsServer,
  authentication: object = {},
  { secret = machine.client_secret, allowPrivate = true } = {},
) =>
  contextFor(httpJson, {
    allowPrivate,
    instance: {
      base_url: url,
      parameters: { secret: { secret: true } },
      authentication: {
        scheme: 'oauth2',
        grant: 'client_credentials',
        token_endpoint: `${url}/token`,
        client_id: machine.client_id,
        client_secret: '{secret}',
        scopes: ['read_levels'],
        ...authentication,
      },
      requests: { level: { path: '/level' } },
      devices: [
        {
          request: 'level',
          id: 'tank',
          title: 'Tank',
          properties: [{ name: 'level', type: 'number', value: '$.level' }],
        },
      ],
    },
    client: { parameters: { secret } },
  });

const level = async (context: ReturnType<typeof contextOf>) =>
  (await discover(httpJson, context)).entities[0]?.values.level;

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'an app is trusted by itself: %s',
  async (token_endpoint_auth_method) => {
    server = await startCredentialsServer(token_endpoint_auth_method);
    expect(await level(contextOf(server, { token_endpoint_auth_method }))).toBe(3);
  },
);

test('a token serves all polls of a client until it is refused, and another one takes its place', async () => {
  server = await startCredentialsServer();
  const context = contextOf(server);
  expect([await level(context), await level(context)]).toEqual([3, 3]);
  expect(server.issued()).toBe(1);
  await server.revokeAll();
  expect(await level(context)).toBe(3);
  expect(server.issued()).toBe(2);
});

test('an app that is not trusted is Unauthorized, and its secret is in no error', async () => {
  server = await startCredentialsServer();
  const failure = await level(contextOf(server, {}, { secret: 'a-wrong-secret' })).catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(Unauthorized);
  expect(String(failure)).not.toContain('a-wrong-secret');
});

test('a scope that the server does not grant is Misconfigured', async () => {
  server = await startCredentialsServer();
  const polled = level(contextOf(server, { scopes: ['write_levels'] }));
  await expect(polled).rejects.toBeInstanceOf(Misconfigured);
});

test('a token for a scope that the API does not accept is requested anew once', async () => {
  server = await startCredentialsServer();
  await expect(level(contextOf(server, { scopes: [] }))).rejects.toBeInstanceOf(Unauthorized);
  expect(server.issued()).toBe(2);
});

test('a token endpoint in a network that is not allowed is not requested', async () => {
  server = await startCredentialsServer();
  const polled = level(contextOf(server, {}, { allowPrivate: false }));
  await expect(polled).rejects.toThrow('not allowed');
  expect(server.issued()).toBe(0);
});

test('an API that refuses the token with 200 gets a new one, once', async () => {
  const tokens = ['one', 'two', 'three'];
  const requests: string[] = [];
  const isJson: boolean[] = [];
  const peer = await startHttpServer(({ url, body, headers }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/token') {
      isJson.push((JSON.parse(body) as { scope: string }).scope === 'a,b');
      return response
        .writeHead(201)
        .end(
          `{"access_token":"${tokens.shift()}","expires_in":${tokens.length > 1 ? '"3599"' : 0}}`,
        );
    }
    requests.push(headers.authorization!);
    const isOld = headers.authorization === 'Bearer one';
    return response.end(isOld ? '{"errors":[{"code":"602"}]}' : '{"level":3}');
  });
  const context = contextFor(httpJson, {
    allowPrivate: true,
    instance: {
      base_url: peer.address,
      authentication: {
        scheme: 'oauth2',
        grant: 'client_credentials',
        token_endpoint: `${peer.address}/token`,
        token_request: 'json',
        client_id: 'a',
        client_secret: 'b',
        scopes: ['a', 'b'],
        scope_separator: ',',
      },
      requests: {
        level: {
          path: '/level',
          error: '$.errors[0]',
          token_refused: "$.errors[?@.code == '602']",
        },
      },
      devices: [
        {
          request: 'level',
          id: 'tank',
          title: 'Tank',
          properties: [{ name: 'level', type: 'number', value: '$.level' }],
        },
      ],
    },
    client: {},
  });
  for (const _poll of [1, 2]) expect(await level(context)).toBe(3);
  expect(requests).toEqual(['Bearer one', 'Bearer two', 'Bearer two']);
  expect(isJson).toEqual([true, true]);
  await peer.close();
});
