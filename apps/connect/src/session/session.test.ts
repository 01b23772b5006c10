import { expect, test } from '@jest/globals';
import { forgetSession, readAddress } from './session.js';

function browserAt(address: string, kept: Record<string, string> = {}) {
  const location = new URL(address);
  const replaced: string[] = [];
  const page = {
    location,
    history: {
      replaceState: (_state: unknown, _title: string, path: string) => replaced.push(path),
    },
    sessionStorage: {
      getItem: (name: string) => kept[name] ?? null,
      removeItem: (name: string) => void Reflect.deleteProperty(kept, name),
      setItem: (name: string, text: string) => void (kept[name] = text),
    },
  };
  return { page: page as unknown as Window, replaced, kept };
}

test('the token is moved from the address to the session storage', () => {
  const { page, replaced, kept } = browserAt('https://trellis.example/connect/#v2.k.a.b.c');
  expect(readAddress(page)).toEqual({ token: 'v2.k.a.b.c' });
  expect(replaced).toEqual(['/connect/']);
  expect(kept).toEqual({ 'trellis-connect': 'v2.k.a.b.c' });
});

test('after an authorization the token and the client are known', () => {
  const kept = { 'trellis-connect': 'text' };
  const authorized = browserAt('https://t.example/connect/?client_id=7&status=authorized', kept);
  expect(readAddress(authorized.page)).toEqual({
    token: 'text',
    returned: { client: '7', error: undefined },
  });
  expect(authorized.replaced).toEqual(['/connect/']);
  const denied = browserAt('https://t.example/connect/?client_id=7&error=access_denied', kept);
  expect(readAddress(denied.page).returned).toEqual({ client: '7', error: 'access_denied' });
});

test('an address without a token has none', () => {
  expect(readAddress(browserAt('https://trellis.example/connect/').page)).toEqual({
    token: undefined,
  });
});

test('a session that ended is forgotten', () => {
  const { page, kept } = browserAt('https://trellis.example/connect/#v2.k.a.b.c');
  readAddress(page);
  forgetSession(page);
  expect(kept).toEqual({});
  expect(readAddress(browserAt('https://trellis.example/connect/', kept).page).token).toBe(
    undefined,
  );
});
