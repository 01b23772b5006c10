import { expect, test } from '@jest/globals';
import { toDevices, toRooms } from './devices.js';
import { selectEntities } from './entities.js';
import type { RegistryDevice } from './inventory.js';
import { inventoryOf } from './testing/inventory.js';

test('an area has the devices in it, or else those with an entity in it', () => {
  const areas = [{ area_id: 'hall', name: 'Hall', floor_id: 'gone' }];
  const roomsOf = (device: Partial<RegistryDevice>, area_id: string | null) => {
    const inventory = inventoryOf({ 'switch.a': { entry: { area_id } } }, device);
    const entities = selectEntities(inventory, { url: 'http://house', include: [], exclude: [] });
    return toRooms({ areas, floors: [] }, toDevices(entities));
  };
  const hall = { id: 'hall', name: 'Hall', type: 'room' };
  expect(roomsOf({ area_id: 'hall' }, null)).toEqual([{ ...hall, devices: ['device'] }]);
  expect(roomsOf({ area_id: null }, 'hall')).toEqual([{ ...hall, devices: ['device'] }]);
  expect(roomsOf({ area_id: 'elsewhere' }, null)).toEqual([{ ...hall, devices: [] }]);
});
