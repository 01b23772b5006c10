import type { Household, RegistryDevice } from '../house.js';
import { newDevices, registryEntity } from './registry.js';

/** What a test says of an entity: its state, its attributes, its entry in the registry. */
interface Given {
  state?: string;
  attributes?: Record<string, unknown>;
  entry?: object;
}

/** A household of one device called Hall, with these entities by their ids. */
export function householdOf(
  entities: Record<string, Given>,
  device: Partial<RegistryDevice> = {},
): Household {
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
