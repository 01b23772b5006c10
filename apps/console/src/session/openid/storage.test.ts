import { expect, test } from '@jest/globals';
import {
  storePending,
  storeSession,
  storedSession,
  takePending,
  type PendingSignIn,
} from './storage.js';

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

test('a pending sign-in is completed once', () => {
  const storage = newStorage();
  const pending: PendingSignIn = {
    settings,
    state: 's',
    nonce: 'n',
    verifier: 'v',
    returnTo: '/console/things',
    isRemembered: false,
  };
  storePending(storage, pending);
  expect(takePending(storage)).toEqual(pending);
  expect(takePending(storage)).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test('a session is restored as it was stored', () => {
  const storage = newStorage();
  expect(storedSession(storage)).toBeUndefined();
  const tokens = { accessToken: 'a', renewAt: 1, expiresAt: 2, name: 'Jane' };
  storeSession(storage, { settings, tokens });
  expect(storedSession(storage)).toEqual({ settings, tokens });
});

test.each(['no JSON', 'null'])('a session is not read from %j', (item) => {
  expect(storedSession({ getItem: () => item })).toBeUndefined();
});
