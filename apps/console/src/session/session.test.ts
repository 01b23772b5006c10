import { expect, test } from '@jest/globals';
import { managesApps, readClaims, redeemCode, refusalOf } from './session.js';

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

test.each([
  ['an app with the scope', { app: 'demo', scopes: ['svc.apps.admin', 'svc.units.read'] }, true],
  ['an app without the scope', { app: 'demo', scopes: ['svc.units.read'] }, false],
  ['a person of an external issuer', { scopes: ['svc.apps.admin'] }, false],
])('%s', (_who, session, manages) => {
  expect(managesApps(session)).toBe(manages);
});

test('a refusal names the role, or the scopes that an app lacks', () => {
  const scopes = ['svc.units.read', 'svc.connector.pause'];
  const erase = ['svc.units.read', 'svc.connector', 'svc.things.admin'] as const;
  const person = { organization: { role: 'support' } } as const;
  expect(refusalOf({ person, scopes }, 'svc.connector.pause')).toBeUndefined();
  expect(refusalOf({ person, scopes }, erase)).toBe('Your role (support) may not do this.');
  expect(refusalOf({ app: 'demo', scopes }, erase)).toBe(
    'The app demo lacks svc.connector, svc.things.admin.',
  );
  expect(refusalOf({ scopes }, 'svc.audit.read')).toBe('Your account lacks svc.audit.read.');
});

test('a link that was used already says so in plain text', async () => {
  const refuse = async () => new Response(null, { status: 401 });
  Object.assign(globalThis, {
    window: { location: { origin: 'http://localhost' } },
    fetch: refuse,
  });
  const redeemed = redeemCode({ clientId: 'demo', clientSecret: 'used' });
  await expect(redeemed).rejects.toThrow(/^This link was used already, [^`]*$/);
});
