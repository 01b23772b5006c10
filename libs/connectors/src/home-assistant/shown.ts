import type { Abilities } from './ability.js';
import type { Client } from './configuration.js';
import { domains } from './domains/index.js';
import type { Device, Household, Registered, State } from './house.js';

/** An entity of Home Assistant that is shown, with what the registries say of it. */
export interface Shown {
  state: State;
  registered: Registered | undefined;
  device: Device | undefined;
  abilities: Abilities;
}

/** The entities that are shown, in the order of their ids: Home Assistant's own changes with a restart. */
export function shownOf(
  { states, entities, devices, units }: Household,
  { include, exclude }: Pick<Client, 'include' | 'exclude'>,
): Shown[] {
  const registry = new Map(entities.map((entity) => [entity.entity_id, entity]));
  const known = new Map(devices.map((device) => [device.id, device]));
  const [wanted, unwanted] = [new Set(include), new Set(exclude)];
  const named = (names: Set<string>, id: string) => names.has(domainOf(id)) || names.has(id);
  const shown: Shown[] = [];
  for (const [id, state] of new Map(states.map((one) => [one.entity_id, one]))) {
    const registered = registry.get(id);
    const device = known.get(registered?.device_id ?? '');
    const domain = domains.get(domainOf(id));
    if (!domain || device?.disabled_by || !isForUsers(state, registered)) continue;
    if (named(unwanted, id) || (wanted.size > 0 && !named(wanted, id))) continue;
    const abilities = domain(state, units);
    if (!abilities.properties?.length && !abilities.actions?.length) continue;
    shown.push({ state, registered, device, abilities });
  }
  return shown.sort((one, other) => (one.state.entity_id < other.state.entity_id ? -1 : 1));
}

const domainOf = (id: string): string => id.split('.')[0]!;

/** Settings and signal strengths are for who maintains a device; its battery is for who has it. */
function isForUsers({ attributes }: State, registered: Registered | undefined): boolean {
  if (registered?.disabled_by || registered?.hidden_by) return false;
  const category = registered?.entity_category;
  return !category || (category === 'diagnostic' && attributes.device_class === 'battery');
}
