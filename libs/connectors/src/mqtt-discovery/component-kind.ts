import type { Settings } from './settings.js';
import type { Ability } from '@trellis/connector-sdk';
import type { Publication } from './command.js';
import type { Payload, State } from './payload.js';

export interface Component {
  /** `sensor`, `switch`, … */
  kind: string;
  /** Unique among all components of the broker, and stable. */
  id: string;
  /** Its name within its device: the last part of its topic, or its key in a message for a device. */
  key: string;
  settings: Settings;
}

/** The options of a component, and the messages of its topics. */
export interface Source {
  settings: Settings;
  state: State;
}

/** Changes of a value over time. */
export interface Timing {
  /** The value becomes unknown after this time, unless it is reported again (ms): `expire_after`. */
  expireAfterMs?: number;
  /** A true value becomes false after this time (ms): `off_delay`. */
  offDelayMs?: number;
}

export interface EventTopic {
  topic: string;
  /** Reads the data of the event; undefined for a message that is no such event. */
  read(payload: Payload): { data?: unknown } | undefined;
}

export type ComponentAbility = Ability<Publication[]> & Timing & { eventTopic?: EventTopic };

/**
 * A function that creates the abilities of one kind of component. Those of capabilities have their names; any other
 * has the name `afterComponent`. Which topics are read depends only on the options, never on what other topics
 * contain.
 */
export type ComponentKind = (source: Source) => ComponentAbility[];

/** The name of an ability that is named after its component; see `names.ts`. */
export const afterComponent = '';

export const isUnnamed = ({ name }: ComponentAbility): boolean => name === afterComponent;

export interface ComponentPart {
  component: Component;
  abilities: ComponentAbility[];
}

/** Removes the abilities that a component does not have. */
export function present(abilities: (ComponentAbility | undefined)[]): ComponentAbility[] {
  return abilities.filter((ability) => ability !== undefined);
}
