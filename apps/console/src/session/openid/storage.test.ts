import { expect, test } from '@jest/globals';
import { keepBegun, keepSession, keptSession, takeBegun, type Begun } from './kept.js';

const settings = {
  issuer: 'https://login.example',
  client_id: 'c',
  scope: 'openid',
  parameters: {},
};

function newStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('what was begun is completed once', () => {
  const storage = newStorage();
  const begun: Begun = {
    ...{ settings, state: 's', nonce: 'n', verifier: 'v' },
    ...{ returnTo: '/console/things', isKept: false },
  };
  keepBegun(storage, begun);
  expect(takeBegun(storage)).toEqual(begun);
  expect(takeBegun(storage)).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test('a session comes back as it was kept', () => {
  const storage = newStorage();
  expect(keptSession(storage)).toBeUndefined();
  const tokens = { accessToken: 'a', renewAt: 1, expiresAt: 2, name: 'Jane' };
  keepSession(storage, { settings, tokens });
  expect(keptSession(storage)).toEqual({ settings, tokens });
});

test.each(['no JSON', 'null'])('a session is not read from %j', (item) => {
  expect(keptSession({ getItem: () => item })).toBeUndefined();
});
