import type { PropertyAffordance } from '@trellis/connector-sdk';
import { present, type ComponentKind } from '../ability.js';
import { property } from '../property.js';
import type { Settings } from '../settings.js';
import { toNumber } from '../template/values.js';

/** The device classes of Home Assistant whose values are no numbers. */
const notNumeric = new Set(['date', 'enum', 'timestamp', 'uptime']);

/** A measured value. Source: Home Assistant, page "MQTT sensor". */
export const sensor: ComponentKind = (settings) => {
  const numeric = isNumeric(settings);
  return {
    properties: present([
      property(settings, {
        affordance: affordanceOf(settings, numeric),
        state: { topic: 'state_topic', templates: ['value_template'] },
        decode: numeric ? toNumber : (text) => text,
      }),
    ]),
  };
};

/** As Home Assistant decides it: a unit or a state class makes a number of any sensor. */
function isNumeric(settings: Settings): boolean {
  const deviceClass = settings.text('device_class');
  if (deviceClass !== undefined) return !notNumeric.has(deviceClass);
  return ['unit_of_measurement', 'state_class', 'suggested_display_precision'].some((option) =>
    settings.has(option),
  );
}

function affordanceOf(settings: Settings, numeric: boolean): PropertyAffordance {
  if (numeric) return { type: 'number', ...classAndUnit(settings) };
  const options = settings.texts('options');
  return {
    type: 'string',
    ...classAndUnit(settings),
    ...(options.length > 0 ? { enum: options } : {}),
    ...(settings.text('device_class') === 'timestamp' ? { format: 'date-time' } : {}),
  };
}

/** What is measured, in the words of Home Assistant, and in which unit. */
export function classAndUnit(settings: Settings): PropertyAffordance {
  const deviceClass = settings.text('device_class');
  const unit = settings.text('unit_of_measurement');
  return {
    ...(deviceClass ? { device_class: deviceClass } : {}),
    ...(unit ? { unit: unit.slice(0, 100) } : {}),
  };
}
