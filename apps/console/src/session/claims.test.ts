import { expect, test } from '@jest/globals';
import { readClaims } from './claims.js';

function tokenOf(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return `e30.${payload}.c2ln`;
}

test('claims are read as UTF-8', () => {
  const sub = 'Müller & Söhne ?>';
  const scopes = ['svc.units.read', 'svc.things.read'];
  expect(readClaims(tokenOf({ sub, scope: scopes.join(' ') }))).toEqual({ sub, scopes });
});

test.each([
  ['a list', ['svc.units.read'], ['svc.units.read']],
  ['nothing', undefined, []],
])('scopes can be %s', (_what, scope, scopes) => {
  expect(readClaims(tokenOf({ sub: 'demo', scope })).scopes).toEqual(scopes);
});
