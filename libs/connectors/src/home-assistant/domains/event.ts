import {
  button,
  event as happening,
  oneLine,
  typedData,
  type EventAbility,
} from '@trellis/connector-sdk';
import type { Domain } from './domain.js';
import { selected, textsOf, timeOf } from './values.js';

/** An event of a device, and the entity that reports it. */
export interface EntityEvent extends EventAbility {
  entityId: string;
}

/**
 * The events of a device, such as a remote control, and the last one, whose time is the state
 * (developers.home-assistant.io, "Event entity").
 */
export const event: Domain = ({ entity_id: entityId, attributes, state }) => {
  const types = textsOf(attributes.event_types);
  const last = oneLine(attributes.event_type);
  const reported: EntityEvent = {
    ...happening('event', { title: 'Event', data: typedData(types) }),
    capability: 'button',
    entityId,
  };
  return [
    button.event(types.length > 0 ? selected(types, last) : { value: last }),
    button.event_time({ value: timeOf(state) }),
    reported,
  ];
};
