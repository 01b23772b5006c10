import { expect, test } from '@jest/globals';
import { toDevices } from '../devices.js';
import { selectEntities } from '../entities.js';
import { registryEntity } from '../testing/registry.js';
import { LiveDevices } from './live-devices.js';

const filter = { url: 'http://homeassistant.local:8123/', include: [], exclude: [] };
const hub = { id: 'hub', name: 'Hub', identifiers: [], connections: [] };

const difference = { state: '2', attributes: {}, removed: [], changedAt: undefined };

/** Changes one of the entities of a device that has this many. */
function changeOneOf(length: number) {
  let reads = 0;
  const states = Array.from({ length }, (_, index) => ({
    entity_id: `sensor.number_${String(index).padStart(4, '0')}`,
    state: '1',
    get attributes() {
      reads += 1;
      return {};
    },
  })).reverse();
  const registry = {
    isComplete: true,
    units: {},
    devices: [hub],
    entities: states.map(({ entity_id }) => registryEntity(entity_id, hub.id)),
  };
  const house = new LiveDevices({ filter, maxDevices: 10 });
  house.begin({ added: states, changed: new Map(), removed: [] });
  const begun = house.register(registry).devices!;
  house.change({ added: [], changed: new Map([['sensor.number_0007', difference]]), removed: [] });
  reads = 0;
  const changed = house.take().devices;
  const readsOfChange = reads;
  const polled = toDevices(selectEntities({ ...registry, states, malformed: 0 }, filter));
  return { reads: readsOfChange, begun, changed, polled: polled.map(({ device }) => device) };
}

test('a change of a device with very many entities goes through a bounded number of them', () => {
  expect(changeOneOf(2_000).reads).toBeLessThan(changeOneOf(500).reads * 1.1);
});

test('a device with very many entities is made of the same ones by polls and by changes', () => {
  const { begun, changed, polled } = changeOneOf(2_000);
  const namesOf = (found: typeof changed) => found[0]!.abilities.map(({ name }) => name);
  expect(namesOf(changed)).toHaveLength(500);
  expect(namesOf(changed)).toEqual(namesOf(begun));
  expect(namesOf(changed)).toEqual(namesOf(polled));
});
