import type { Ability } from '@trellis/connector-sdk';
import type { Client } from './configuration.js';
import type { ServiceCall } from './domains/domain.js';
import { domains } from './domains/index.js';
import { domainOf, type State } from './domains/state.js';
import type { Household, RegistryDevice, RegistryEntity } from './house.js';

/** An entity of Home Assistant with its entries in the registries. */
export interface Entity {
  state: State;
  entry: RegistryEntity | undefined;
  device: RegistryDevice | undefined;
  abilities: Ability<ServiceCall>[];
}

/** The domains and entities that a client includes and excludes. */
export type EntityFilter = Pick<Client, 'include' | 'exclude'>;

/** The entities that become abilities of devices. */
export function selectEntities(
  { states, entities, devices, units }: Household,
  filter: EntityFilter,
): Entity[] {
  const entries = new Map(entities.map((entry) => [entry.entity_id, entry]));
  const deviceById = new Map(devices.map((device) => [device.id, device]));
  const isSelected = toPredicate(filter);
  // An entity that is listed twice is one entity.
  const stateById = new Map(states.map((state) => [state.entity_id, state]));
  return [...stateById].flatMap(([id, state]) => {
    const entry = entries.get(id);
    const device = deviceById.get(entry?.device_id ?? '');
    const domain = domains.get(domainOf(id));
    if (!domain || !isSelected(id) || device?.disabled_by || !isForUsers(state, entry)) return [];
    const abilities = domain(state, units);
    return abilities.length > 0 ? [{ state, entry, device, abilities }] : [];
  });
}

function toPredicate({ include, exclude }: EntityFilter): (entityId: string) => boolean {
  const [included, excluded] = [new Set(include), new Set(exclude)];
  const isIn = (names: Set<string>, id: string) => names.has(domainOf(id)) || names.has(id);
  return (id) => !isIn(excluded, id) && (included.size === 0 || isIn(included, id));
}

/** Settings and diagnostics are for whoever maintains a device; the battery is for its users. */
function isForUsers({ attributes }: State, entry: RegistryEntity | undefined): boolean {
  if (entry?.disabled_by || entry?.hidden_by) return false;
  const category = entry?.entity_category;
  return !category || (category === 'diagnostic' && attributes.device_class === 'battery');
}
