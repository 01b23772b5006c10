import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, jest, test } from '@jest/globals';
import type { FoundService } from '@trellis/contracts';
import { searchSsdp } from './ssdp.js';

const answer = [
  'HTTP/1.1 200 OK',
  'LOCATION: http://192.0.2.30:8080/description.xml',
  'ST: urn:schemas-upnp-org:device:Basic:1',
  'SERVER: Hub/1.0',
  '',
  '',
].join('\r\n');

const hourMs = 60 * 60_000;

test('a device is found by its answer, and forgotten when it answers no more', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const device = createSocket({ type: 'udp4', reuseAddr: true });
  device.on('message', (message, { address, port }) => {
    if (String(message).startsWith('M-SEARCH')) device.send(answer, port, address);
  });
  device.bind(1900);
  await once(device, 'listening');
  device.addMembership('239.255.255.250');

  const removed: unknown[] = [];
  let stop!: () => void;
  const added = new Promise<FoundService>((resolve) => {
    stop = searchSsdp({ add: resolve, remove: ({ name }) => removed.push(name) });
  });
  expect(await added).toEqual({
    type: 'urn:schemas-upnp-org:device:Basic:1',
    name: 'Hub/1.0 192.0.2.30',
    address: '192.0.2.30',
    port: 8080,
  });
  expect(removed).toEqual([]);
  await new Promise<void>((resolve) => device.close(resolve));
  jest.advanceTimersByTime(hourMs);
  expect(removed).toEqual(['Hub/1.0 192.0.2.30']);
  stop();
});
