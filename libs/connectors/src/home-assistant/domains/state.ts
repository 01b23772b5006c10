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

/** The units that the house is set to, by the quantity: `{ temperature: '°F' }`. */
export type Units = Record<string, unknown>;

/** The domain of an entity is also the domain of its services. */
export const domainOf = (entityId: string): string => entityId.split('.')[0]!;

export const isAvailable = ({ state }: State): boolean => state !== 'unavailable';

/** Whether the entity has a state; that of an entity that was just added is `unknown`. */
export const isKnown = (state: State): boolean =>
  isAvailable(state) && state.state !== 'unknown' && state.state !== '';

/** The state as a text, if it is known. */
export const stateText = (state: State): string | undefined =>
  isKnown(state) ? oneLine(state.state) : undefined;

/** Whether the state is `on`, if it is known. */
export const isOn = (state: State): boolean | undefined =>
  isKnown(state) ? state.state === 'on' : undefined;

/** Whether the integration of an entity supports a feature, a bit of `supported_features`. */
export const supports = ({ attributes }: State, feature: number): boolean =>
  ((numberOf(attributes.supported_features) ?? 0) & feature) !== 0;
