import { button } from '@trellis/connector-sdk';
import { present, type ComponentKind } from '../component-kind.js';
import { parseJson } from '../payload.js';
import { readProperty } from '../property.js';
import { isObject } from '../template/values.js';

/**
 * Something that reports events. Only the last one is seen, and only where the device retains it; its
 * time is not in the message. Source: Home Assistant, page "MQTT Event".
 */
export const event: ComponentKind = (source) => {
  const types = source.settings.choices('event_types');
  const last = readProperty(source, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode(text) {
      const json = parseJson(text);
      const type = isObject(json) ? json.event_type : undefined;
      return typeof type === 'string' && types.includes(type) ? type : undefined;
    },
  });
  return present([last && button.event({ ...last, ...(types.length > 0 && { enum: types }) })]);
};
