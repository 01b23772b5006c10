import { expect, test } from '@jest/globals';
import { forgetSession, readAddress, returnAddress } from './session.js';

function browserAt(address: string, stored: Record<string, string> = {}) {
  const location = new URL(address);
  const replaced: string[] = [];
  const page = {
    location,
    history: {
      replaceState: (_state: unknown, _title: string, path: string) => replaced.push(path),
    },
    sessionStorage: {
      getItem: (name: string) => stored[name] ?? null,
      removeItem: (name: string) => void Reflect.deleteProperty(stored, name),
      setItem: (name: string, text: string) => void (stored[name] = text),
    },
  };
  return { page: page as unknown as Window, replaced, stored };
}

test('the token is moved from the address to the session storage', () => {
  const { page, replaced, stored } = browserAt('https://trellis.example/connect/#v2.k.a.b.c');
  expect(readAddress(page)).toEqual({ token: 'v2.k.a.b.c' });
  expect(replaced).toEqual(['/connect/']);
  expect(stored).toEqual({ 'trellis-connect': 'v2.k.a.b.c' });
});

test('after an authorization the token and the client are known', () => {
  const stored = { 'trellis-connect': 'text' };
  const authorized = browserAt('https://t.example/connect/?client_id=7&status=authorized', stored);
  expect(readAddress(authorized.page)).toEqual({
    token: 'text',
    returned: { client: '7', error: undefined },
  });
  expect(authorized.replaced).toEqual(['/connect/']);
  const denied = browserAt('https://t.example/connect/?client_id=7&error=access_denied', stored);
  expect(readAddress(denied.page).returned).toEqual({ client: '7', error: 'access_denied' });
});

test('an address without a token has none', () => {
  expect(readAddress(browserAt('https://trellis.example/connect/').page)).toEqual({
    token: undefined,
  });
});

test('a session that ended is forgotten', () => {
  const { page, stored } = browserAt('https://trellis.example/connect/#v2.k.a.b.c');
  readAddress(page);
  forgetSession(page);
  expect(stored).toEqual({});
  expect(readAddress(browserAt('https://trellis.example/connect/', stored).page).token).toBe(
    undefined,
  );
});

test('the outcome is added to the address of the app', () => {
  expect(returnAddress('https://app.example/a?x=1#b', { status: 'connected', client: '7' })).toBe(
    'https://app.example/a?x=1&status=connected&client=7#b',
  );
  expect(returnAddress('https://app.example', { status: 'cancelled' })).toBe(
    'https://app.example/?status=cancelled',
  );
});
