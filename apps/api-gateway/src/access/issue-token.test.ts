import { expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { createTokenIssuer, createTokenVerifier } from './token.js';

const secret = 'a secret of the tests that is long enough';
const claims = { sub: 'acme', azp: 'app', scope: 'svc.units.read' };

test('an access token is valid for as long as it says, and names whom it is for', () => {
  const issue = createTokenIssuer({
    secret,
    issuer: 'https://issuer.example',
    audience: 'trellis',
  })!;
  const { header, payload } = jwt.verify(issue(claims, 900), secret, { complete: true });
  const { iat, exp, ...others } = payload as jwt.JwtPayload;
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(exp! - iat!).toBe(900);
  expect(others).toEqual({ ...claims, iss: 'https://issuer.example', aud: 'trellis' });
});

test('one that is bound to an end user is refused by whoever does not know what that means', async () => {
  const token = createTokenIssuer({ secret })!({ ...claims, external_subject_id: '\u2603' }, 900);
  const { header } = jwt.verify(token, secret, { complete: true });
  expect(header).toMatchObject({ crit: ['subject_bound'], subject_bound: true });
  expect(await createTokenVerifier({ secret })(token)).toMatchObject({ subject: '\u2603' });
});

test('where an external issuer issues the tokens, nothing else does', () => {
  expect(createTokenIssuer({ jwksUrl: 'https://issuer.example/keys' })).toBeUndefined();
});
