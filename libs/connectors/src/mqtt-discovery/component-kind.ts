import type { Ability } from '@trellis/connector-sdk';
import type { Publication } from './command.js';
import type { Component } from './component.js';
import type { Payload, State } from './payload.js';
import type { Settings } from './settings.js';

/** What the abilities of a component are built from: its options, and what the topics hold. */
export interface Source {
  settings: Settings;
  state: State;
}

/** What becomes of a value by itself after it was heard. */
export interface Timing {
  /** It is not known any more after this time, unless it is heard again (ms): `expire_after`. */
  expireAfterMs?: number;
  /** True becomes false after this time (ms): `off_delay`. */
  offDelayMs?: number;
}

/** How an event is told: by messages on a topic. */
export interface Told {
  topic: string;
  /** What the event carries; undefined for a message that is no such event. */
  read(payload: Payload): { data?: unknown } | undefined;
}

export type ComponentAbility = Ability<Publication[]> & Timing & { told?: Told };

/**
 * Builds the abilities of one kind of component. Those that a capability defines have its names; the
 * one that none defines has the name `afterComponent`. Which topics are read depends on the options
 * alone, never on what other topics hold.
 */
export type ComponentKind = (source: Source) => ComponentAbility[];

/** The name of an ability until it has that of its component; see `names.ts`. */
export const afterComponent = '';

export const isUnnamed = ({ name }: ComponentAbility): boolean => name === afterComponent;

/** A component with its abilities. */
export interface ComponentPart {
  component: Component;
  abilities: ComponentAbility[];
}

/** Leaves out the abilities that a component does not have. */
export function present(abilities: (ComponentAbility | undefined)[]): ComponentAbility[] {
  return abilities.filter((ability) => ability !== undefined);
}
