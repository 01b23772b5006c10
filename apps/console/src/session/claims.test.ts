import { expect, test } from '@jest/globals';
import { readClaims } from './claims.js';

test('claims are read as UTF-8', () => {
  const claims = { sub: 'Müller & Söhne ?>', scope: 'svc.units.read svc.things.read' };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  expect(readClaims(`e30.${payload}.c2ln`)).toEqual(claims);
});
