import { present, type ComponentKind } from '../ability.js';
import { property } from '../property.js';
import type { Settings } from '../settings.js';
import { classAndUnit } from './sensor.js';

/** The two texts that stand for on and off. */
export interface OnOff {
  on: string;
  off: string;
}

/** The payloads that switch on and off. */
export function payloads(settings: Settings): OnOff {
  return {
    on: settings.text('payload_on') ?? 'ON',
    off: settings.text('payload_off') ?? 'OFF',
  };
}

export function decodeOnOff({ on, off }: OnOff): (text: string) => boolean | undefined {
  return (text) => (text === on ? true : text === off ? false : undefined);
}

export function encodeOnOff({ on, off }: OnOff): (value: unknown) => string {
  return (value) => (value ? on : off);
}

const state = { topic: 'state_topic', templates: ['value_template'] };

/** Something that is or is not so. Source: Home Assistant, page "MQTT binary sensor". */
export const binarySensor: ComponentKind = (settings) => ({
  properties: present([
    property(settings, {
      affordance: { type: 'boolean', ...classAndUnit(settings) },
      state,
      decode: decodeOnOff(payloads(settings)),
    }),
  ]),
});

/** Something that can be switched. Source: Home Assistant, page "MQTT Switch". */
export const switchable: ComponentKind = (settings) => {
  const commands = payloads(settings);
  const states = {
    on: settings.text('state_on') ?? commands.on,
    off: settings.text('state_off') ?? commands.off,
  };
  return {
    properties: present([
      property(settings, {
        affordance: { type: 'boolean', ...classAndUnit(settings) },
        state,
        decode: decodeOnOff(states),
        command: { topic: 'command_topic', template: 'command_template' },
        encode: encodeOnOff(commands),
      }),
    ]),
  };
};
