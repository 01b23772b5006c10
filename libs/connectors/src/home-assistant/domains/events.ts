import {
  button,
  event as happening,
  timeProperty,
  typedData,
  type EventAbility,
  type EventAffordance,
} from '@trellis/connector-sdk';
import { selected, type Domain } from './domain.js';

export interface EntityEvent extends EventAbility {
  entityId: string;
}

/** The events, and the last one, whose time is the state (developers.home-assistant.io, "Event entity"). */
export const event: Domain = (entity) => {
  const types = entity.texts('event_types');
  const last = entity.text('event_type');
  const reported: EntityEvent = {
    ...happening('event', { title: 'Event', data: typedData(types) }),
    capability: 'button',
    entityId: entity.id,
  };
  return [
    button.event(types.length > 0 ? selected(types, last) : { value: last }),
    button.event_time({ value: entity.stateTime }),
    reported,
  ];
};

const data: NonNullable<EventAffordance['data']> = {
  type: 'object',
  properties: {
    tag_id: { type: 'string' },
    device_id: { type: 'string', title: 'The device that has read it' },
  },
  required: ['tag_id'],
};

/** A tag, such as an NFC card; its state is the time when it was last read (home-assistant.io/integrations/tag). */
export const tag: Domain = (entity) => {
  const reported: EntityEvent = {
    ...happening('tag_scanned', { title: 'Tag scanned', data }),
    entityId: entity.id,
  };
  return [timeProperty('last_scanned', 'Last scanned', entity.stateTime), reported];
};
