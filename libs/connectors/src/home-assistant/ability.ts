import { oneLine, type ActionAffordance, type PropertyAffordance } from '@trellis/connector-sdk';
import type { State } from './house.js';

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

export type Domain = (state: State) => Abilities;

/** Whether Home Assistant knows the state of an entity at all. */
export const isKnown = ({ state }: State): boolean =>
  state !== 'unknown' && state !== 'unavailable' && state !== '';

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

export const action = (
  name: string,
  title: string,
  call: ServiceCall,
  more: Partial<ActionAffordance> = {},
): Action => ({ name, affordance: { title, ...more }, invoke: () => call });

/** A number of an attribute; undefined when it is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? oneLine(value, '') || undefined : undefined;

/** The different texts of a list. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.filter((one): one is string => typeof one === 'string'))].slice(0, 500)
    : [];
