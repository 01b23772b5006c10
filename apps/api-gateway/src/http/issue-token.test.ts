import { expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { createTokenIssuer } from './issue-token.js';

const secret = 'a secret of the tests that is long enough';
const claims = { sub: 'acme', azp: 'app', scope: 'svc.units.read' };

test('an access token is valid for an hour, and names whom it is for', () => {
  const issue = createTokenIssuer({
    secret,
    issuer: 'https://issuer.example',
    audience: 'trellis',
  })!;
  const { access_token, expires_in } = issue(claims);
  const { header, payload } = jwt.verify(access_token, secret, { complete: true });
  const { iat, exp, ...others } = payload as jwt.JwtPayload;
  expect(header.alg).toBe('HS256');
  expect([exp! - iat!, expires_in]).toEqual([3_600, 3_600]);
  expect(others).toEqual({ ...claims, iss: 'https://issuer.example', aud: 'trellis' });
});

test('where an external issuer issues the tokens, nothing else does', () => {
  expect(createTokenIssuer({ jwksUrl: 'https://issuer.example/keys' })).toBeUndefined();
});
