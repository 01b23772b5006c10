import { afterEach, expect, jest, test } from '@jest/globals';
import type { FoundService } from '@trellis/contracts';
import { createDiscovery } from './discovery.js';
import type { Sightings } from './sightings.js';

jest.useFakeTimers();
afterEach(() => jest.clearAllTimers());

const hue = { type: '_hue._tcp', name: 'Hue Bridge', address: '192.168.1.20', port: 443 };

function start() {
  let sightings!: Sightings;
  let isStopped = false;
  const discovery = createDiscovery([
    (given) => {
      sightings = given;
      return () => (isStopped = true);
    },
  ]);
  const reports: FoundService[][] = [];
  discovery.follow((found) => reports.push(found));
  return { discovery, sightings, reports, isStopped: () => isStopped };
}

test('changes are reported together, and nothing that stays the same', () => {
  const { sightings, reports, discovery, isStopped } = start();
  sightings.add(hue);
  sightings.add({ ...hue, type: '_hap._tcp' });
  jest.advanceTimersByTime(2_000);
  sightings.add(hue);
  jest.advanceTimersByTime(2_000);
  expect(reports.map(({ length }) => length)).toEqual([0, 2]);
  sightings.remove(hue);
  jest.advanceTimersByTime(2_000);
  expect(reports.at(-1)).toHaveLength(1);
  discovery.stop();
  expect(isStopped()).toBe(true);
});

test('a device is reached at its new address, until another one has the old address', () => {
  const { sightings, discovery } = start();
  sightings.add(hue);
  expect(discovery.currentAddress(hue.address)).toBe(hue.address);
  sightings.add({ ...hue, address: '192.168.1.33' });
  expect(discovery.currentAddress(hue.address)).toBe('192.168.1.33');
  expect(discovery.currentAddress('192.168.1.1')).toBe('192.168.1.1');
  sightings.add({ ...hue, address: '192.168.1.34' });
  expect(discovery.currentAddress(hue.address)).toBe('192.168.1.34');
  sightings.add({ ...hue, name: 'Other bridge' });
  expect(discovery.currentAddress(hue.address)).toBe(hue.address);
});

test('however many services announce themselves, the report is bounded', () => {
  const { sightings, discovery } = start();
  for (let number = 0; number < 1_000; number += 1)
    sightings.add({ ...hue, name: `Hub ${number}` });
  expect(discovery.found()).toHaveLength(200);
});
