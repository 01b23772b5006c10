import { isAllowed } from './allowed.js';
import { storable, maxParts } from './identifiers.js';
import { isMain, vocabulary } from './vocabulary.js';
import {
  kindOf,
  type Ability,
  type AbilityKind,
  type ActionAffordance,
  type Device,
  type EventAffordance,
  type Identifier,
  type PropertyAbility,
  type PropertyAffordance,
} from './device.js';

/** The keys of an ability of an entity, by which it keeps its name; see `Ability.keys`. */
export interface AbilityKeys {
  kind: AbilityKind;
  /** Its name among the abilities that the device has now. */
  name: string;
  /** At least one. */
  keys: string[];
  capability?: string | undefined;
}

export interface Entity {
  id: string;
  identifiers?: Identifier[];
  parts?: string[];
  title: string;
  description?: string | undefined;
  /** `@type` of the thing, from the capabilities of the device. */
  types: string[];
  properties: Record<string, PropertyAffordance>;
  actions: Record<string, ActionAffordance>;
  events: Record<string, EventAffordance>;
  /** Current values by property name; unknown ones are left out. */
  values: Record<string, unknown>;
  available: boolean;
  /** If present, values that are left out stay as they are, except those of these properties. */
  forgotten?: string[];
  handle?: string;
  /** See `Device.receivedAt`. */
  receivedAt?: number;
  /** See `Device.isRemembered`. */
  isRemembered?: boolean;
  /** The abilities with keys; left out if there are none. */
  keys?: AbilityKeys[];
}

export function toEntity(device: Device): Entity {
  const { id, title, description, abilities, available, forgotten, handle } = device;
  const properties = abilities.filter((ability) => 'property' in ability);
  const actions = abilities.filter((ability) => 'action' in ability);
  const events = abilities.filter((ability) => 'event' in ability);
  const known = properties.filter(isKnown);
  const entity: Entity = {
    id,
    title,
    types: typesOf(device),
    properties: Object.fromEntries(properties.map(({ name, property }) => [name, property])),
    actions: Object.fromEntries(actions.map(({ name, action }) => [name, action])),
    events: Object.fromEntries(events.map(({ name, event }) => [name, event])),
    values: Object.fromEntries(known.map(({ name, value }) => [name, value])),
    available: available ?? true,
  };
  if (device.identifiers) entity.identifiers = storable(device.identifiers);
  if (device.parts) entity.parts = device.parts.slice(0, maxParts);
  if (description !== undefined) entity.description = description;
  if (forgotten !== undefined) entity.forgotten = allForgotten(forgotten, properties);
  if (handle !== undefined) entity.handle = handle;
  if (device.receivedAt !== undefined) entity.receivedAt = device.receivedAt;
  if (device.isRemembered) entity.isRemembered = true;
  const keys = abilities.flatMap(keysOf);
  if (keys.length > 0) entity.keys = keys;
  return entity;
}

const keysOf = (ability: Ability): AbilityKeys[] =>
  ability.keys
    ? [
        {
          kind: kindOf(ability),
          name: ability.name,
          keys: ability.keys,
          capability: ability.capability,
        },
      ]
    : [];

function allForgotten(forgotten: string[], properties: PropertyAbility[]): string[] {
  const isForgotten = (property: PropertyAbility) =>
    property.isUnknown || (property.value !== undefined && !isKnown(property));
  const unknown = properties.filter(isForgotten).map(({ name }) => name);
  return [...new Set([...forgotten, ...unknown])];
}

const isKnown = ({ value, property }: PropertyAbility): boolean =>
  value !== undefined && isAllowed(value, property);

function typesOf({ types: ownTypes = [], abilities }: Device): string[] {
  const types = new Set(ownTypes);
  for (const ability of abilities) {
    const { name, capability } = ability;
    if (!capability || !('event' in ability || isMain(capability, name))) continue;
    for (const type of vocabulary[capability].types) types.add(type);
  }
  const isColored = abilities.some(
    ({ name, capability }) => capability === 'light' && name.startsWith('color'),
  );
  if (isColored) types.add('ColorControl');
  return [...types];
}
