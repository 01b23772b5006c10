import { hostname } from 'node:os';
import { expect, test } from '@jest/globals';
import { relayAddress } from './relay.js';

test.each([
  ['10.1.2.3', { name: '10.1.2.3', host: '10.1.2.3', port: 3100 }],
  ['fd00::3', { name: 'fd00::3', host: 'fd00::3', port: 3100 }],
  ['gateway-2', { name: 'gateway-2', host: '0.0.0.0', port: 3100 }],
  ['hostname', { name: hostname(), host: '0.0.0.0', port: 3100 }],
])('connections for %s arrive there', (host, address) => {
  expect(relayAddress(host, 3100)).toEqual(address);
});
