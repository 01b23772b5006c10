import type { Ability } from '@trellis/connector-sdk';
import { domainOf, type State, type Units } from './state.js';

/** A call of a service (`call_service`) with the entity that it is for. */
export interface ServiceCall {
  domain: string;
  service: string;
  data?: Record<string, unknown>;
  entityId: string;
}

/**
 * The abilities of an entity of one domain. They follow from what the entity says of itself for good
 * (`supported_features`, its modes and ranges), never from its current state: a thing must not change
 * whenever its state does. `url` is the address of Home Assistant, for what the entity has below it.
 */
export type Domain = (state: State, units: Units, url: string) => Ability<ServiceCall>[];

/** The name of the only ability of an entity that is just a value; it is named after the entity. */
export const valueName = 'value';

/** A call of a service of the entity's own domain. */
export const callService = (
  { entity_id: entityId }: State,
  service: string,
  data?: Record<string, unknown>,
): ServiceCall => ({ domain: domainOf(entityId), service, ...(data && { data }), entityId });

/** These abilities if the condition holds, else none. */
export const when = <Item>(condition: boolean, ...abilities: Item[]): Item[] =>
  condition ? abilities : [];
