import { oneLine, type ActionAffordance, type PropertyAffordance } from '@trellis/connector-sdk';
import type { State, Units } from './house.js';
import { numberOf } from './text.js';

/** A call of a service (`call_service`), on the entity that it is about. */
export interface ServiceCall {
  domain: string;
  service: string;
  data?: Record<string, unknown>;
}

/** A property of an entity; without a name it is what the entity itself is called. */
export interface Ability {
  name?: string;
  affordance: PropertyAffordance;
  /** Left out where it is not known. */
  value?: unknown;
  /** Throws `Rejected` for a value that cannot be set as things are. */
  write?: (value: unknown) => ServiceCall;
}

export interface Action {
  name: string;
  affordance: ActionAffordance;
  invoke: (input: unknown) => ServiceCall;
}

/** What an entity of a domain can do. */
export interface Abilities {
  properties?: Ability[];
  actions?: Action[];
}

/**
 * What an entity can do follows from what it says of itself for good (`supported_features`, its modes
 * and ranges), never from what it is at the moment: a thing must not change with its state.
 */
export type Domain = (state: State, units: Units) => Abilities;

/** Whether Home Assistant knows the state of an entity at all. */
export const isKnown = ({ state }: State): boolean =>
  state !== 'unknown' && state !== 'unavailable' && state !== '';

/** The state as a text, where it is known. */
export const toldBy = (state: State): string | undefined =>
  isKnown(state) ? oneLine(state.state) : undefined;

/** Whether the integration of an entity has said that it can do something, by the number for it. */
export const supports = ({ attributes }: State, feature: number): boolean =>
  ((numberOf(attributes.supported_features) ?? 0) & feature) !== 0;

/** A list of what there is, by whether it is there. */
export const where = <T>(isThere: boolean, ...items: T[]): T[] => (isThere ? items : []);

/** A property that can only be read; null is not known. */
export function reading(
  name: string | undefined,
  affordance: PropertyAffordance,
  value: unknown,
): Ability {
  return {
    ...(name !== undefined && { name }),
    affordance: { ...affordance, readOnly: true },
    ...(value !== undefined && value !== null && { value }),
  };
}

/** A property that is written by a service. */
export function setting(
  name: string | undefined,
  affordance: PropertyAffordance,
  { value, write }: { value: unknown; write: (value: unknown) => ServiceCall },
): Ability {
  return {
    ...(name !== undefined && { name }),
    affordance,
    ...(value !== undefined && value !== null && { value }),
    write,
  };
}

/** One of the options that an attribute lists; nothing where it lists none. */
export function selection(
  name: string | undefined,
  title: string,
  given: { options: string[]; value: unknown; write: (value: unknown) => ServiceCall },
): Ability[] {
  const { options, value, write } = given;
  if (options.length === 0) return [];
  const known = options.find((option) => option === value);
  return [setting(name, { type: 'string', title, enum: options }, { value: known, write })];
}

export const action = (
  name: string,
  title: string,
  call: ServiceCall,
  more: Partial<ActionAffordance> = {},
): Action => ({ name, affordance: { title, ...more }, invoke: () => call });

/** Limits of a number, as far as they make sense together. */
export function rangeOf(least: unknown, most: unknown, step?: unknown) {
  const [minimum, maximum, by] = [numberOf(least), numberOf(most), numberOf(step)];
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) return {};
  // Steps count from the minimum, in a data schema from zero; and only binary fractions add up.
  const counts =
    by !== undefined && by > 0 && Number.isInteger(by * 8) && Number.isInteger((minimum ?? 0) / by);
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(counts && { multipleOf: by }),
  };
}
