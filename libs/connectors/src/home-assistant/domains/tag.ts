import { event, property, type EventAffordance } from '@trellis/connector-sdk';
import type { Domain } from './domain.js';
import type { EntityEvent } from './event.js';
import { timeOf } from './values.js';

const data: NonNullable<EventAffordance['data']> = {
  type: 'object',
  properties: {
    tag_id: { type: 'string' },
    device_id: { type: 'string', title: 'The device that has read it' },
  },
  required: ['tag_id'],
};

/**
 * A tag, such as an NFC card. Its state is the time when it was last read (home-assistant.io/integrations/tag;
 * `homeassistant/components/tag` in home-assistant/core).
 */
export const tag: Domain = ({ entity_id: entityId, state }) => {
  const reported: EntityEvent = {
    ...event('tag_scanned', { title: 'Tag scanned', data }),
    entityId,
  };
  const time = { type: 'string', title: 'Last scanned', format: 'date-time' } as const;
  return [property('last_scanned', time, { value: timeOf(state) }), reported];
};
