import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { isReachable, open, reach, reachMoved } from './reach.js';

const at = (address: string, cidr: string, internal = false): NetworkInterfaceInfo => ({
  address,
  cidr,
  internal,
  netmask: '',
  mac: '',
  family: 'IPv4',
});

const interfaces = () => ({
  lo: [at('127.0.0.1', '127.0.0.1/8', true)],
  eth0: [
    at('192.168.1.10', '192.168.1.10/24'),
    { ...at('fd00:1::10', 'fd00:1::10/64'), family: 'IPv6' as const, scopeid: 0 },
  ],
  br0: [at('10.9.0.1', '10.9.0.1/24')],
  ppp0: [at('203.0.113.7', '203.0.113.7/24')],
  docker0: [at('172.17.0.1', '172.17.0.1/16')],
  'br-0f9c2a4d1b7e': [at('172.18.0.1', '172.18.0.1/16')],
  hassio: [at('172.30.32.1', '172.30.32.1/23')],
});

describe('an address', () => {
  const reachable = (address: string, allow: string[] = [], port = 80) =>
    isReachable(address, port, { allow, deniedPorts: [8767], interfaces });

  test.each(['192.168.1.20', '192.168.1.10', '10.9.0.7', 'fd00:1::5', '::ffff:192.168.1.20'])(
    '%s of the home is reached',
    (address) => expect(reachable(address)).toBe(true),
  );

  test.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '192.168.2.1',
    'fd00:2::1',
    '169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    '8.8.8.8',
    '203.0.113.9',
    '0.0.0.0',
    '224.0.0.251',
    'nonsense',
    // Containers on the computer of the agent, such as the Supervisor of Home Assistant.
    '172.17.0.2',
    '172.18.0.1',
    '172.30.32.2',
  ])('%s is not, unless it is allowed', (address) => expect(reachable(address)).toBe(false));

  test('of another network is reached when that is allowed', () => {
    expect(reachable('10.0.0.1', ['10.0.0.0/24'])).toBe(true);
    expect(reachable('10.0.1.1', ['10.0.0.0/24'])).toBe(false);
    expect(reachable('127.0.0.1', ['127.0.0.1/32'])).toBe(true);
    expect(reachable('172.18.0.5', ['172.18.0.0/16'])).toBe(true);
  });

  test('never leads to the page of the agent itself', () => {
    expect(reachable('192.168.1.10', [], 8767)).toBe(false);
    expect(reachable('127.0.0.1', ['127.0.0.0/8'], 8767)).toBe(false);
    expect(reachable('172.30.32.1', ['172.30.32.0/23'], 8767)).toBe(false);
    expect(reachable('192.168.1.20', [], 8767)).toBe(true);
  });
});

test('a device that has moved is reached at its new address, if it does not answer at the former one', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const allowed = { allow: ['127.0.0.0/8'], deniedPorts: [] };
  const currentAddress = (address: string) => (address === '127.0.0.2' ? '127.0.0.1' : address);
  const socket = await reachMoved('127.0.0.2', port, { ...allowed, currentAddress });
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
  const former = createServer((socket) => socket.on('error', () => undefined)).listen(
    port,
    '127.0.0.2',
  );
  await once(former, 'listening');
  const other = await reachMoved('127.0.0.2', port, { ...allowed, currentAddress });
  expect(other.remoteAddress).toBe('127.0.0.2');
  other.destroy();
  server.close();
  former.close();
});

test('a host that does not exist is told from one that is not allowed', async () => {
  const options = { allow: [], deniedPorts: [] };
  await expect(reach('nowhere.invalid', 80, options)).rejects.toMatchObject({ code: 'not_found' });
  await expect(reach('localhost', 80, options)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('a name with several addresses is reached at one that answers', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const allowed = { allow: ['127.0.0.0/8', '::1/128'], deniedPorts: [] };
  const socket = await open(['::1', '127.0.0.9', '127.0.0.1'], port, 10_000);
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
  const named = await reach('localhost', port, { ...allowed });
  expect(named.remoteAddress).toBe('127.0.0.1');
  named.destroy();
  await new Promise((resolve) => server.close(resolve));
  await expect(open(['::1', '127.0.0.1'], port, 10_000)).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});
