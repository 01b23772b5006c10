import { isAllowed } from './allowed.js';
import { storable, maxParts } from './identifiers.js';
import { vocabulary } from './vocabulary.js';
import type {
  ActionAffordance,
  Device,
  EventAffordance,
  Identifier,
  PropertyAbility,
  PropertyAffordance,
} from './device.js';

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
  return entity;
}

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
  for (const { capability } of abilities) {
    if (capability) for (const type of vocabulary[capability].types) types.add(type);
  }
  const isColored = abilities.some(
    ({ name, capability }) => capability === 'light' && name.startsWith('color'),
  );
  if (isColored) types.add('ColorControl');
  return [...types];
}
