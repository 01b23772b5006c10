import {
  abilitiesWithoutType,
  splitName,
  standardNames,
  typesWithoutAbility,
  type Entity,
} from '@trellis/connector-sdk';
import { sum } from '../numbers.js';

/** Numbers of devices by their features. */
export interface Count {
  devices: number;
  /** With a property that has a value. */
  withValues: number;
  /** With a property to write, or an action. */
  withAbilities: number;
  withEvents: number;
  withTypes: number;
  /** Properties that Home Assistant shows by default as what the device is for, and those of them with a `@type`. */
  primary: number;
  typed: number;
  /** Those of them whose type only says how they are used, since no capability defines them. */
  generic: number;
  /** Types of things without a main ability of the capability, and main abilities without the types. */
  typesWithoutAbility: number;
  abilitiesWithoutType: number;
  /** Properties that can be read, and those of them that have a value. */
  properties: number;
  values: number;
}

export function count(entities: Entity[]): Count {
  const readable = entities.map(({ properties }) =>
    Object.keys(properties).filter((name) => !properties[name]!.writeOnly),
  );
  const known = entities.map(
    ({ values }, index) => readable[index]!.filter((name) => name in values).length,
  );
  const primary = entities.flatMap(primaryProperties);
  const typed = primary.filter(isTyped);
  return {
    devices: entities.length,
    withValues: known.filter((values) => values > 0).length,
    withAbilities: entities.filter(isCommanded).length,
    withEvents: entities.filter(({ events }) => Object.keys(events).length > 0).length,
    withTypes: entities.filter(({ types }) => types.length > 0).length,
    primary: primary.length,
    typed: typed.length,
    generic: typed.filter(isGeneric).length,
    typesWithoutAbility: sum(entities.map((one) => typesWithoutAbility(one).length)),
    abilitiesWithoutType: sum(entities.map((one) => abilitiesWithoutType(one).length)),
    properties: sum(readable.map(({ length }) => length)),
    values: sum(known),
  };
}

type Named = [string, Entity['properties'][string]];

const primaryProperties = ({ properties }: Entity): Named[] =>
  Object.entries(properties).filter(([, { role = 'primary' }]) => role === 'primary');

const isTyped = ([, property]: Named): boolean => property['@type'] !== undefined;

const genericTypes = new Set<unknown>(['BooleanProperty', 'LevelProperty', 'trellis:Choice']);

const isGeneric = ([name, property]: Named): boolean =>
  genericTypes.has(property['@type']) && !standardNames.properties.has(splitName(name).base);

/** Counts the primary properties without a type by name, without the number of one of several. */
export function countUntyped(entities: Entity[], counts: Map<string, number>): void {
  for (const [name] of entities.flatMap(primaryProperties).filter((one) => !isTyped(one))) {
    const { base } = splitName(name);
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
}

const isCommanded = ({ properties, actions }: Entity): boolean =>
  Object.keys(actions).length > 0 || Object.values(properties).some(({ readOnly }) => !readOnly);

export const add = (one: Count, other: Count): Count =>
  Object.fromEntries(
    Object.entries(one).map(([name, number]) => [name, number + other[name as keyof Count]]),
  ) as Record<keyof Count, number>;
