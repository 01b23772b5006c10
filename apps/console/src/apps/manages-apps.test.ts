import { expect, test } from '@jest/globals';
import { managesApps } from './manages-apps.js';

test.each([
  ['an app with the scope', { app: 'demo', scopes: ['svc.apps.admin', 'svc.units.read'] }, true],
  ['an app without the scope', { app: 'demo', scopes: ['svc.units.read'] }, false],
  ['a person of an external issuer', { scopes: ['svc.apps.admin'] }, false],
])('%s', (_who, session, manages) => {
  expect(managesApps(session)).toBe(manages);
});
