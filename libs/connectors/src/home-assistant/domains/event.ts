import { button, oneLine } from '@trellis/connector-sdk';
import type { Domain } from './domain.js';
import { selected, textsOf, timeOf } from './values.js';

/**
 * The last event of a device that only reports events, such as a remote control; its state is the time
 * (developers.home-assistant.io, "Event entity").
 */
export const event: Domain = ({ attributes, state }) => {
  const types = textsOf(attributes.event_types);
  const last = oneLine(attributes.event_type);
  return [
    button.event(types.length > 0 ? selected(types, last) : { value: last }),
    button.event_time({ value: timeOf(state) }),
  ];
};
