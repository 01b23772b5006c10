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

/** The domains and entities that a client includes and excludes, of the Home Assistant at `url`. */
export type EntityFilter = Pick<Client, 'url' | 'include' | 'exclude'>;

/** The entities that become abilities of devices. */
export const selectEntities = (household: Household, filter: EntityFilter): Entity[] =>
  divideEntities(household, filter).selected;

/**
 * The entities that become abilities of devices, and the domains of those that nothing is known to do
 * with. What the client excludes, and what Home Assistant hides, is in neither.
 */
export function divideEntities(
  { states, entities, devices, units, malformed }: Household,
  filter: EntityFilter,
): { selected: Entity[]; leftOut: string[] } {
  const entries = new Map(entities.map((entry) => [entry.entity_id, entry]));
  const deviceById = new Map(devices.map((device) => [device.id, device]));
  const isSelected = toPredicate(filter);
  // An entity that is listed twice is one entity.
  const stateById = new Map(states.map((state) => [state.entity_id, state]));
  const leftOut = Array.from({ length: malformed }, () => 'malformed');
  const selected = [...stateById].flatMap(([id, state]) => {
    const entry = entries.get(id);
    const device = deviceById.get(entry?.device_id ?? '');
    if (!isSelected(id) || device?.disabled_by || !isForUsers(state, entry)) return [];
    const abilities = domains.get(domainOf(id))?.(state, units, filter.url) ?? [];
    if (abilities.length > 0) return [{ state, entry, device, abilities }];
    leftOut.push(domainOf(id));
    return [];
  });
  return { selected, leftOut };
}

function toPredicate({ include, exclude }: EntityFilter): (entityId: string) => boolean {
  const [included, excluded] = [new Set(include), new Set(exclude)];
  const isIn = (names: Set<string>, id: string) => names.has(domainOf(id)) || names.has(id);
  return (id) => !isIn(excluded, id) && (included.size === 0 || isIn(included, id));
}

/**
 * Settings and diagnostics are for whoever maintains a device; the battery and updates, which Home
 * Assistant counts among them, are for its users.
 */
function isForUsers({ entity_id, attributes }: State, entry: RegistryEntity | undefined): boolean {
  if (entry?.disabled_by || entry?.hidden_by) return false;
  const category = entry?.entity_category;
  if (!category || domainOf(entity_id) === 'update') return true;
  return category === 'diagnostic' && attributes.device_class === 'battery';
}
