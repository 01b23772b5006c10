import type { State } from '../domains/domain.js';
import type { RegistryArea, RegistryDevice, RegistryEntity, RegistryFloor } from '../inventory.js';
import { newDevices, newEntities } from './registry.js';
import { newDeviceStates, newOtherStates } from './states.js';

/** The house of a Home Assistant for tests; its services change the states. */
export interface TestHouse {
  /** The result of `get_config`, as far as it matters. */
  config: {
    state: string;
    recovery_mode: boolean;
    unit_system: Record<string, string>;
    location_name: string;
  };
  /** The id of the user whose token is used. */
  user: string;
  areas: RegistryArea[];
  floors: RegistryFloor[];
  devices: RegistryDevice[];
  entities: RegistryEntity[];
  states: Map<string, State>;
  /** Ids of entities for which every call fails. */
  broken: Set<string>;
}

/** Two floors, three areas, and one of each kind of device that people have. */
export const newHouse = (): TestHouse => ({
  config: {
    state: 'RUNNING',
    recovery_mode: false,
    location_name: 'Summer house',
    unit_system: { temperature: '°C', pressure: 'Pa', wind_speed: 'm/s', length: 'km' },
  },
  user: 'd07fd2d6a4bd4bd2a6a0ff9f2b1f5a8e',
  floors: [
    { floor_id: 'ground', name: 'Ground floor', level: 0, icon: null, aliases: [] },
    { floor_id: 'upper', name: 'Upper floor', level: 1, icon: null, aliases: [] },
  ],
  areas: [
    { area_id: 'living_room', name: 'Living room', floor_id: 'ground', labels: [] },
    { area_id: 'bedroom', name: 'Bedroom', floor_id: 'upper', labels: [] },
    { area_id: 'garden', name: 'Garden', floor_id: null, labels: [] },
  ],
  devices: newDevices(),
  entities: newEntities(),
  states: new Map(
    [...newDeviceStates(), ...newOtherStates()].map((state) => [state.entity_id, state]),
  ),
  broken: new Set(),
});
