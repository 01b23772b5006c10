import { expect, test } from '@jest/globals';
import { toVendorAccount } from './account.js';

test.each([
  [
    { id: ' ecb5\u0000fa ', name: 'My\nhome' },
    { id: 'ecb5 fa', name: 'My home' },
  ],
  [{ id: 7, name: 'Home' }, { name: 'Home' }],
  [{ id: 'a'.repeat(1_000_000) }, { id: 'a'.repeat(256) }],
  [{ id: '', name: ' ' }, undefined],
  [{}, undefined],
])('%#: what a vendor says of an account is cleaned', (given, expected) => {
  expect(toVendorAccount(given)).toEqual(expected);
});
