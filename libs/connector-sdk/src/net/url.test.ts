import { expect, test } from '@jest/globals';
import { bareHost, tlsServerName } from './url.js';

test.each([
  ['device.example', 'device.example', 'device.example'],
  ['192.0.2.1', '192.0.2.1', undefined],
  ['[2001:db8::1]', '2001:db8::1', undefined],
  ['2001:db8::1', '2001:db8::1', undefined],
])('%s is %s without brackets, and its TLS server name %s', (host, bare, serverName) => {
  expect(bareHost(host)).toBe(bare);
  expect(tlsServerName(host)).toBe(serverName);
});
