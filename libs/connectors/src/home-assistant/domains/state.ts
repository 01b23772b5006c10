import { oneLine } from '@trellis/connector-sdk';
import { z } from 'zod';
import { numberOf } from './values.js';

/** The state of an entity (developers.home-assistant.io/docs/api/websocket, "Fetching states"). */
export const state = z.looseObject({
  entity_id: z.string().regex(/^[a-z0-9_]{1,64}\.[a-z0-9_]{1,170}$/),
  state: z.string().max(255),
  attributes: z.record(z.string(), z.unknown()).catch({}),
});
export type State = z.infer<typeof state>;

/** The units of Home Assistant by quantity: `{ temperature: '°F' }`. */
export type Units = Record<string, unknown>;

/** Returns the domain of an entity, which is also that of its services. */
export const domainOf = (entityId: string): string => entityId.split('.')[0]!;

export const isAvailable = ({ state }: State): boolean => state !== 'unavailable';

/** Returns whether the state is known; that of a new entity is `unknown`. */
export const isKnown = (state: State): boolean =>
  isAvailable(state) && state.state !== 'unknown' && state.state !== '';

export const stateText = (state: State): string | undefined =>
  isKnown(state) ? oneLine(state.state) : undefined;

export const isOn = (state: State): boolean | undefined =>
  isKnown(state) ? state.state === 'on' : undefined;

/** Returns whether an entity supports a feature, a bit of `supported_features`. */
export const supports = ({ attributes }: State, feature: number): boolean =>
  ((numberOf(attributes.supported_features) ?? 0) & feature) !== 0;
