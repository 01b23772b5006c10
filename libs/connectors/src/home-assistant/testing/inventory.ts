import type { Inventory, RegistryDevice } from '../inventory.js';
import { newDevices, registryEntity } from './registry.js';

/** The state, the attributes and the registry entry of an entity in a test. */
interface Given {
  state?: string;
  attributes?: Record<string, unknown>;
  entry?: object;
}

/** Returns an inventory with one device called Hall and these entities by id. */
export function inventoryOf(
  entities: Record<string, Given>,
  device: Partial<RegistryDevice> = {},
): Inventory {
  const given = Object.entries(entities);
  return {
    isComplete: true,
    units: {},
    malformed: 0,
    devices: [{ ...newDevices()[0]!, id: 'device', name: 'Hall', ...device }],
    entities: given.map(([id, { entry }]) => registryEntity(id, 'device', entry)),
    states: given.map(([entity_id, { state = 'on', attributes = {} }]) => ({
      entity_id,
      state,
      attributes,
    })),
  };
}
