import { expect, test } from '@jest/globals';
import { readClaims } from './claims.js';

test('claims are read as UTF-8', () => {
  const claims = { sub: 'Müller & Söhne ?>', scope: 'svc.units.read svc.things.read' };
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  expect(readClaims(`e30.${payload}.c2ln`)).toEqual(claims);
});
