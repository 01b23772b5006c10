import { expect, test } from '@jest/globals';
import { readConfiguration } from '@trellis/platform';
import { configuration } from './configuration.js';

const environment = {
  REDIS_URL: 'redis://localhost',
  SECRETS_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
};
const read = (given: object) => () =>
  readConfiguration(configuration, { ...environment, ...given });

test('a key set is trusted only with an audience, because its issuer serves others, too', () => {
  const JWKS_URL = 'https://issuer.example/keys';
  expect(read({ JWKS_URL })).toThrow('JWT_AUDIENCE: must be set with JWKS_URL');
  expect(read({ JWKS_URL, JWT_AUDIENCE: 'trellis' })).not.toThrow();
});

test('there is one way to verify access tokens', () => {
  expect(read({})).toThrow('JWT_SECRET: set one of');
  const JWT_SECRET = 'x'.repeat(32);
  expect(read({ JWT_SECRET })).not.toThrow();
  expect(read({ JWT_SECRET, JWKS_URL: 'https://issuer.example/keys' })).toThrow(
    'JWT_SECRET: set one of',
  );
});

test('by default requests are limited, and no proxy is trusted', () => {
  expect(read({ JWT_SECRET: 'x'.repeat(32) })()).toMatchObject({
    PORT: 3_000,
    RATE_LIMIT_PER_MINUTE: 60_000,
    TOKEN_ATTEMPTS_PER_MINUTE: 30,
    STREAMS_PER_DEVELOPER: 1_000,
    TRUST_PROXY: 0,
  });
});

test('a secret that signs tokens has 32 characters, and the public address ends without a slash', () => {
  expect(read({ JWT_SECRET: 'x'.repeat(31) })).toThrow(
    'JWT_SECRET: must have at least 32 characters',
  );
  const given = { JWT_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://trellis.example/base//' };
  expect(read(given)()).toMatchObject({ PUBLIC_URL: 'https://trellis.example/base' });
});

test('origins of web pages are separated by commas, and each is one', () => {
  const JWT_SECRET = 'x'.repeat(32);
  const origins = (CORS_ALLOWED_ORIGINS: string) => read({ JWT_SECRET, CORS_ALLOWED_ORIGINS });
  expect(origins('https://app.example, http://localhost:5173')()).toMatchObject({
    CORS_ALLOWED_ORIGINS: ['https://app.example', 'http://localhost:5173'],
  });
  expect(origins('https://app.example/')).toThrow('CORS_ALLOWED_ORIGINS');
  expect(origins('*')).toThrow('CORS_ALLOWED_ORIGINS');
});

const external = {
  JWKS_URL: 'https://login.example/keys',
  JWT_AUDIENCE: 'https://trellis.example',
};
const CONSOLE_OPENID_CLIENT_ID = 'console';

test('the console signs in with an external issuer that is described as a whole', () => {
  const JWT_ISSUER = 'https://login.example/';
  expect(read({ ...external, JWT_ISSUER, CONSOLE_OPENID_CLIENT_ID })()).toMatchObject({
    CONSOLE_OPENID_AUDIENCE_PARAMETER: 'resource',
    CONSOLE_OPENID_SCOPE: expect.stringMatching(/^openid svc\./),
  });
  const CONSOLE_OPENID_ISSUER = 'http://localhost:4000';
  expect(read({ ...external, CONSOLE_OPENID_CLIENT_ID, CONSOLE_OPENID_ISSUER })).not.toThrow();
});

test.each([
  [{ CONSOLE_OPENID_CLIENT_ID }, 'CONSOLE_OPENID_ISSUER: must be set with'],
  [{ CONSOLE_OPENID_CLIENT_ID, JWT_ISSUER: 'us' }, 'as JWT_ISSUER is not an address with https'],
  [{ CONSOLE_OPENID_ISSUER: 'https://login.example' }, 'CONSOLE_OPENID_CLIENT_ID: must be set'],
  [{ CONSOLE_OPENID_ISSUER: 'http://login.example' }, 'must be an address with https'],
  [{ CONSOLE_OPENID_SCOPE: 'svc.units.read' }, 'CONSOLE_OPENID_SCOPE: must contain openid'],
  [
    { CONSOLE_OPENID_CLIENT_ID, JWT_ISSUER: 'https://login.example', JWT_AUDIENCE: 'trellis' },
    'CONSOLE_OPENID_AUDIENCE_PARAMETER: must be audience or none',
  ],
])('%j is refused', (given, message) => {
  expect(read({ ...external, ...given })).toThrow(message);
});

test('the console signs in with apps, or with an issuer in their place', () => {
  const JWT_ISSUER = 'https://login.example';
  const given = { JWT_SECRET: 'x'.repeat(32), JWT_ISSUER, CONSOLE_OPENID_CLIENT_ID };
  expect(read(given)).toThrow('CONSOLE_OPENID_CLIENT_ID: needs an external issuer');
});
