import { expect, test } from '@jest/globals';
import { authorizationAddress } from './issuer.js';

test('parameters are added to the address of the authorization page', () => {
  const settings = {
    issuer: 'https://login.example',
    client_id: 'console',
    scope: 'openid svc.units.read',
    // It cannot take the place of what makes signing in safe.
    parameters: { resource: 'https://trellis.example', state: 'another' },
  };
  const address = authorizationAddress(
    new URL('https://login.example/authorize?tenant=acme'),
    { settings, state: 's', nonce: 'n' },
    'challenge',
    'https://trellis.example/console/signed-in',
  );
  expect(Object.fromEntries(address.searchParams)).toEqual({
    tenant: 'acme',
    resource: 'https://trellis.example',
    response_type: 'code',
    client_id: 'console',
    redirect_uri: 'https://trellis.example/console/signed-in',
    scope: 'openid svc.units.read',
    state: 's',
    nonce: 'n',
    code_challenge: 'challenge',
    code_challenge_method: 'S256',
  });
});
