import { expect, test } from '@jest/globals';
import { readConfiguration } from '@trellis/platform';
import { configuration } from '../configuration.js';
import { consoleOptions } from './web-pages.js';

const read = (given: object) =>
  consoleOptions(
    readConfiguration(configuration, {
      REDIS_URL: 'redis://localhost',
      SECRETS_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
      ...given,
    }),
  );

const external = {
  JWKS_URL: 'https://login.example/keys',
  JWT_ISSUER: 'https://login.example/',
  JWT_AUDIENCE: 'https://trellis.example',
};

test('where Trellis issues the tokens, one signs in with an app', () => {
  expect(read({ JWT_SECRET: 'x'.repeat(32) })).toEqual({
    settings: { client_credentials: true },
    connectsTo: [],
  });
});

test('with an external issuer at which the console is not registered, nobody can sign in', () => {
  expect(read(external)).toEqual({ settings: { client_credentials: false }, connectsTo: [] });
});

test.each([
  ['resource', { resource: 'https://trellis.example' }],
  ['audience', { audience: 'https://trellis.example' }],
  ['none', {}],
])('the audience is requested by %s', (parameter, parameters) => {
  const { settings, connectsTo } = read({
    ...external,
    CONSOLE_OPENID_CLIENT_ID: 'console',
    CONSOLE_OPENID_SCOPE: 'openid email',
    CONSOLE_OPENID_AUDIENCE_PARAMETER: parameter,
    CONSOLE_OPENID_ORIGINS: 'https://login.example,https://tokens.example',
  });
  expect(settings).toEqual({
    client_credentials: false,
    openid: {
      issuer: 'https://login.example/',
      client_id: 'console',
      scope: 'openid email',
      parameters,
    },
  });
  expect(connectsTo).toEqual(['https://login.example', 'https://tokens.example']);
});
