import { expect, test } from '@jest/globals';
import { macIdentifier } from './identifiers.js';

test.each([
  ['AA:BB:CC:DD:EE:01', 'aa:bb:cc:dd:ee:01'],
  ['aa-bb-cc-dd-ee-01', 'aa:bb:cc:dd:ee:01'],
  ['AABBCCDDEE01', 'aa:bb:cc:dd:ee:01'],
  ['0x00158d0001234567', '00:15:8d:00:01:23:45:67'],
  ['00:17:88:01:00:00:00:01', '00:17:88:01:00:00:00:01'],
])('writes the MAC address %s as %s', (given, value) => {
  expect(macIdentifier(given)).toEqual({ type: 'mac', value });
});

test.each([
  'lamp-1',
  '',
  'AABBCCDDEE',
  'AA:BB:CC:DD:EE:01:02',
  'AA:BB-CC:DD:EE:01',
  '00:00:00:00:00:00',
  'ffffffffffff',
])('takes %j for no MAC address', (given) => {
  expect(macIdentifier(given)).toBeUndefined();
});
