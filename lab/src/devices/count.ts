import type { Entity } from '@trellis/connector-sdk';
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
  const primary = entities.flatMap(({ properties }) =>
    Object.values(properties).filter(({ role = 'primary' }) => role === 'primary'),
  );
  return {
    devices: entities.length,
    withValues: known.filter((values) => values > 0).length,
    withAbilities: entities.filter(isCommanded).length,
    withEvents: entities.filter(({ events }) => Object.keys(events).length > 0).length,
    withTypes: entities.filter(({ types }) => types.length > 0).length,
    primary: primary.length,
    typed: primary.filter((property) => property['@type'] !== undefined).length,
    properties: sum(readable.map(({ length }) => length)),
    values: sum(known),
  };
}

const isCommanded = ({ properties, actions }: Entity): boolean =>
  Object.keys(actions).length > 0 || Object.values(properties).some(({ readOnly }) => !readOnly);

export const add = (one: Count, other: Count): Count =>
  Object.fromEntries(
    Object.entries(one).map(([name, number]) => [name, number + other[name as keyof Count]]),
  ) as Record<keyof Count, number>;
