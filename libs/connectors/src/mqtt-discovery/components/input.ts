import type { PropertyAffordance } from '@trellis/connector-sdk';
import { present, type ComponentKind } from '../ability.js';
import { commandOf } from '../command.js';
import { property } from '../property.js';
import { toNumber } from '../template/values.js';
import { classAndUnit } from './sensor.js';

const state = { topic: 'state_topic', templates: ['value_template'] };
const command = { topic: 'command_topic', template: 'command_template' };

/** A number that can be set. Source: Home Assistant, page "MQTT Number". */
export const number: ComponentKind = (settings) => {
  const minimum = settings.number('min') ?? 1;
  const step = settings.number('step') ?? 1;
  return {
    properties: present([
      property(settings, {
        affordance: {
          type: 'number',
          ...classAndUnit(settings),
          minimum,
          maximum: settings.number('max') ?? 100,
          ...multipleOf(minimum, step),
        },
        state,
        decode: toNumber,
        command,
      }),
    ]),
  };
};

/** Steps count from the minimum; `multipleOf` counts from 0, and only whole numbers are exact. */
function multipleOf(minimum: number, step: number): PropertyAffordance {
  const same = Number.isInteger(step) && step > 0 && minimum % step === 0;
  return same ? { multipleOf: step } : {};
}

/** A choice of texts. Source: Home Assistant, page "MQTT Select". */
export const select: ComponentKind = (settings) => ({
  properties: present([
    property(settings, {
      affordance: { type: 'string', ...classAndUnit(settings), enum: settings.texts('options') },
      state,
      decode: (text) => text,
      command,
    }),
  ]),
});

/** Something that can be pressed. Source: Home Assistant, page "MQTT button". */
export const button: ComponentKind = (settings) => {
  const press = commandOf(settings, command);
  if (!press) return {};
  const deviceClass = settings.text('device_class');
  return {
    actions: [
      {
        suffix: '',
        affordance: deviceClass ? { device_class: deviceClass } : {},
        invoke: () => [press(settings.text('payload_press') ?? 'PRESS')],
      },
    ],
  };
};
