import { networkInterfaces } from 'node:os';
import { expect, test } from '@jest/globals';
import { isAllowed, isAmong, isPrivateAddress } from './egress.js';

test.each(['93.184.216.34', '2606:2800:220:1::1'])('%s may be reached by anyone', (address) => {
  expect(isAllowed(address, { allowPrivate: false })).toBe(true);
  expect(isAllowed(address, { allowPrivate: true })).toBe(true);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.1.1',
  '172.16.0.1',
  '::1',
  'fd00::1',
  '::ffff:10.0.0.1',
])('%s may be reached only if the deployment allows it', (address) => {
  expect(isAllowed(address, { allowPrivate: false })).toBe(false);
  expect(isAllowed(address, { allowPrivate: true })).toBe(true);
});

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'fe80::1',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:0ec2:0::254',
  'fd20:ce::254',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  'ff02::1',
  '255.255.255.255',
  '240.0.0.1',
  '198.18.0.1',
  '::7f00:1',
  'fec0::1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '100::1',
  '4000::1',
  'nonsense',
  '',
  '::1%lo',
  'fd00:ec2::254%eth0',
])('%j is never reached', (address) => {
  expect(isAllowed(address, { allowPrivate: true })).toBe(false);
});

test.each(['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5'])(
  '%s is in a network that is allowed',
  (address) => {
    const networks = ['192.168.0.0/16', '10.1.0.0/16', 'fd00:1::/64'];
    expect(isAllowed(address, { allowPrivate: false, networks })).toBe(true);
  },
);

test.each([
  ['10.2.0.1', '10.1.0.0/16'],
  ['127.0.0.1', '10.0.0.0/8'],
  ['fd00:2::1', 'fd00:1::/64'],
  ['169.254.169.254', '0.0.0.0/0'],
  ['fd00:ec2::254', 'fc00::/7'],
  ['fe80::1', '::/0'],
])('%s is not made reachable by %s', (address, cidr) => {
  expect(isAllowed(address, { allowPrivate: false, networks: [cidr] })).toBe(false);
});

test.each([
  ['10.0.0.1', true],
  ['::1', true],
  ['93.184.216.34', false],
  ['169.254.1.1', false],
  ['nonsense', false],
])('that %s is private is %p', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});

test.each([
  ['10.0.0.1', ['10.0.0.2', '10.0.0.1'], true],
  ['::ffff:10.0.0.1', ['10.0.0.1'], true],
  ['127.0.0.9', ['::1'], true],
  ['10.0.0.3', ['10.0.0.1', '127.0.0.1'], false],
  ['10.0.0.3', [], false],
])('that %s is among %j is %p', (address, others, expected) => {
  expect(isAmong(address, others)).toBe(expected);
});

test('every address of this machine is among the servers of this machine', () => {
  const own = Object.values(networkInterfaces()).flatMap((some = []) => some);
  for (const { address } of own) expect(isAmong(address, ['127.0.0.1'])).toBe(true);
});
