import { expect, test } from '@jest/globals';
import { Misconfigured, Unavailable } from '../failure.js';
import { createResolver, isAllowed } from './lookup.js';

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

test('a host is resolved to an address that is allowed', async () => {
  await expect(createResolver({ allowPrivate: true })('localhost')).resolves.toMatchObject({
    address: expect.stringMatching(/^127|^::1/),
  });
});

test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f000001'])(
  'the host %s is refused when private addresses are',
  async (host) => {
    const resolve = createResolver({ allowPrivate: false });
    await expect(resolve(host)).rejects.toThrow(Misconfigured);
  },
);

test('a host that does not exist is Unavailable', async () => {
  const resolve = createResolver({ allowPrivate: true });
  await expect(resolve('no-such-host.invalid')).rejects.toThrow(Unavailable);
});
