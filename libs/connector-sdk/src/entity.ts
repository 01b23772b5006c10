import { vocabulary } from './vocabulary.js';
import type {
  ActionAffordance,
  Device,
  EventAffordance,
  PropertyAbility,
  PropertyAffordance,
} from './device.js';

/** A device as a thing shows it. */
export interface Entity {
  id: string;
  title: string;
  description?: string;
  /** `@type` of the thing, from the capabilities of the device. */
  types: string[];
  properties: Record<string, PropertyAffordance>;
  actions: Record<string, ActionAffordance>;
  events: Record<string, EventAffordance>;
  /** Current values by property name; unknown ones are left out. */
  values: Record<string, unknown>;
  available: boolean;
  /** With it, values that are left out stay as they are, except those of these properties. */
  forgotten?: string[];
  handle?: string;
}

export function toEntity(device: Device): Entity {
  const { id, title, description, abilities, available, forgotten, handle } = device;
  const properties = abilities.filter((ability) => 'property' in ability);
  const actions = abilities.filter((ability) => 'action' in ability);
  const events = abilities.filter((ability) => 'event' in ability);
  return {
    id,
    title,
    ...(description !== undefined && { description }),
    types: typesOf(device),
    properties: Object.fromEntries(properties.map(({ name, property }) => [name, property])),
    actions: Object.fromEntries(actions.map(({ name, action }) => [name, action])),
    events: Object.fromEntries(events.map(({ name, event }) => [name, event])),
    values: Object.fromEntries(
      properties.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    ),
    available: available ?? true,
    ...(forgotten !== undefined && { forgotten: allForgotten(forgotten, properties) }),
    ...(handle !== undefined && { handle }),
  };
}

const allForgotten = (forgotten: string[], properties: PropertyAbility[]): string[] => [
  ...new Set([
    ...forgotten,
    ...properties.filter(({ isForgotten }) => isForgotten).map(({ name }) => name),
  ]),
];

function typesOf({ types: ownTypes = [], abilities }: Device): string[] {
  const capabilities = new Set(abilities.flatMap(({ capability }) => capability ?? []));
  const types = [...capabilities].flatMap((capability): readonly string[] => {
    return vocabulary[capability].types;
  });
  const isColored = abilities.some(
    ({ name, capability }) => capability === 'light' && name.startsWith('color'),
  );
  return [...new Set([...ownTypes, ...types, ...(isColored ? ['ColorControl'] : [])])];
}
