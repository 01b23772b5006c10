import { inRole, roleOfCategory, type Ability } from '@trellis/connector-sdk';
import type { Client } from './configuration.js';
import { abilitiesOf } from './domains/index.js';
import { domainOf, valueName, type ServiceCall, type State } from './domains/domain.js';
import type { Inventory, RegistryDevice, RegistryEntity } from './inventory.js';

export interface Entity {
  state: State;
  entry: RegistryEntity | undefined;
  device: RegistryDevice | undefined;
  abilities: Ability<ServiceCall>[];
}

export type EntityFilter = Pick<Client, 'url' | 'include' | 'exclude'>;

export const selectEntities = (inventory: Inventory, filter: EntityFilter): Entity[] =>
  divideEntities(inventory, filter).selected;

/** Divides entities into those of devices, and domains that are not supported; excluded ones are in neither. */
export function divideEntities(
  { states, entities, devices, units, malformed }: Inventory,
  filter: EntityFilter,
): { selected: Entity[]; leftOut: string[] } {
  const entries = new Map(entities.map((entry) => [entry.entity_id, entry]));
  const deviceById = new Map(devices.map((device) => [device.id, device]));
  const isSelected = toPredicate(filter);
  // An entity may be listed twice.
  const stateById = new Map(states.map((state) => [state.entity_id, state]));
  const leftOut = Array.from({ length: malformed }, () => 'malformed');
  const selected = [...stateById].flatMap(([id, state]) => {
    const entry = entries.get(id);
    const device = deviceById.get(entry?.device_id ?? '');
    if (!isSelected(id) || device?.disabled_by || !isForUsers(entry)) return [];
    const abilities = inRoles(abilitiesOf(state, units, filter.url), state, entry);
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

/** Returns whether an entity is for users: neither disabled nor hidden. */
const isForUsers = (entry: RegistryEntity | undefined): boolean =>
  !entry?.disabled_by && !entry?.hidden_by;

/** Gives the abilities of an entity the role of its category (developers.home-assistant.io, "Entity"). */
function inRoles(
  abilities: Ability<ServiceCall>[],
  { entity_id }: State,
  entry: RegistryEntity | undefined,
): Ability<ServiceCall>[] {
  const stated = roleOfCategory(entry?.entity_category) ?? 'primary';
  const role = domainOf(entity_id) === 'update' ? 'diagnostic' : stated;
  return abilities.map((ability) =>
    inRole(ability, role, abilities.length > 1 ? ability.name : valueName),
  );
}
