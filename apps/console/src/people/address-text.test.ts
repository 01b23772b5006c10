import { expect, test } from '@jest/globals';
import { addressText } from './address-text.js';

test.each<[string, string, string?]>([
  ['0000:0000:0000:0000:0000:0000:0000:0000', 'This computer', ''],
  ['::1', 'This computer', ''],
  ['127.0.0.1', 'This computer', ''],
  ['2001:0db8:0000:0001:0000:0000:0000:0000', '2001:db8:0:1::'],
  ['203.0.113.7', '203.0.113.7'],
  ['', ''],
])('the address %j is shown as %j', (address, local, remote = local) => {
  expect(addressText(address, true)).toBe(local);
  expect(addressText(address, false)).toBe(remote);
});
