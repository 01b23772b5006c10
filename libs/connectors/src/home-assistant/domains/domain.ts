import type { Ability } from '@trellis/connector-sdk';
import { domainOf, type State, type Units } from './state.js';

/** A service call (`call_service`) for an entity. */
export interface ServiceCall {
  domain: string;
  service: string;
  data?: Record<string, unknown> | undefined;
  entityId: string;
}

/**
 * A function that returns the abilities of an entity of one domain. They depend on what the entity says of itself
 * permanently (`supported_features`, its modes and ranges), never on its current state: a thing must not change
 * whenever its state does. `url` is the address of Home Assistant, for addresses of the entity.
 */
export type Domain = (state: State, units: Units, url: string) => Ability<ServiceCall>[];

/** The name of the only ability of an entity that is just a value, until it is named after the entity. */
export const valueName = 'value';

/** Returns a call of a service of the entity's own domain. */
export const callService = (
  { entity_id: entityId }: State,
  service: string,
  data?: Record<string, unknown>,
): ServiceCall => ({ domain: domainOf(entityId), service, data, entityId });

/** Returns these abilities if the condition holds, else none. */
export const when = <Item>(condition: boolean, ...abilities: Item[]): Item[] =>
  condition ? abilities : [];
