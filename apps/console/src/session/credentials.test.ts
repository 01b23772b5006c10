import { describe, expect, test } from '@jest/globals';
import { credentialsFromFragment, storeCredentials, storedCredentials } from './credentials.js';

describe('credentials', () => {
  test('are read from the fragment of a link', () => {
    expect(credentialsFromFragment('#client_id=demo&client_secret=a%2Bb%26c')).toEqual({
      clientId: 'demo',
      clientSecret: 'a+b&c',
      isCode: false,
      isRemembered: false,
    });
    const remembered = credentialsFromFragment('#client_id=demo&client_secret=a&keep=true');
    expect(remembered).toMatchObject({ clientId: 'demo', isRemembered: true });
    expect(credentialsFromFragment('#client_id=demo&code=c')).toMatchObject({
      clientSecret: 'c',
      isCode: true,
    });
  });

  test.each(['', '#', '#client_id=demo', '#client_secret=x', '#client_id=&client_secret=x'])(
    'are not found in %j',
    (fragment) => {
      expect(credentialsFromFragment(fragment)).toBeUndefined();
    },
  );

  test('are restored as they were stored', () => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
    const credentials = { clientId: 'demo', clientSecret: 'secret' };
    storeCredentials(storage, credentials);
    expect(storedCredentials(storage)).toEqual(credentials);
  });

  test.each([null, 'no JSON', '3', '{"clientId":1}'])('are not read from %j', (item) => {
    expect(storedCredentials({ getItem: () => item })).toBeUndefined();
  });
});
