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
