import { afterAll, beforeAll, expect, test } from '@jest/globals';
import multicastDns from 'multicast-dns';
import { lookupMdns } from './lookup-mdns.js';

let device: ReturnType<typeof multicastDns>;
beforeAll(() => {
  device = multicastDns();
  device.on('query', ({ questions }) => {
    if (questions.some(({ name }) => name === 'bridge.local')) {
      device.respond({
        answers: [
          { name: 'other.local', type: 'A', ttl: 1, data: '192.0.2.1' },
          { name: 'Bridge.local', type: 'A', ttl: 1, data: '192.0.2.20' },
        ],
      });
    }
  });
});
afterAll(() => new Promise<void>((resolve) => device.destroy(resolve)));

test('a name of the network is looked up where the system knows none', async () => {
  expect(await lookupMdns('Bridge.local')).toEqual(['192.0.2.20']);
  expect(await lookupMdns('nothing.local')).toEqual([]);
});
