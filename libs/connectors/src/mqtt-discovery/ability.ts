import type { ActionAffordance, PropertyAffordance } from '@trellis/connector-sdk';
import type { Publication } from './command.js';
import type { Payload } from './payload.js';
import type { Settings } from './settings.js';

/** All halves of one thing that a component can show and perhaps be told. */
export interface PropertyAbility {
  /** Follows the component's name in the property's; empty for what the component is about. */
  suffix: string;
  affordance: PropertyAffordance;
  /** Where its value is, and how to read it; undefined is a value that is not known. */
  reading?: { topic: string; value(payload: Payload): unknown } | undefined;
  /** What to send to change it. Throws `Rejected` for a value that it does not take. */
  write?: ((value: unknown) => Publication[]) | undefined;
}

/** All halves of one thing that a component can do. */
export interface ActionAbility {
  suffix: string;
  affordance: ActionAffordance;
  invoke(): Publication[];
}

/** What a component shows and does. */
export interface Abilities {
  properties?: PropertyAbility[];
  actions?: ActionAbility[];
}

/** One kind of component: reads its options. */
export type ComponentKind = (settings: Settings) => Abilities;

/** Leaves out what is not there. */
export function present<T>(items: (T | undefined)[]): T[] {
  return items.filter((item): item is T => item !== undefined);
}
