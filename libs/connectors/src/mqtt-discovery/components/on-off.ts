import { detectedByClass, plug, switchable } from '@trellis/connector-sdk';
import {
  present,
  type ComponentAbility,
  type ComponentKind,
  type Source,
} from '../component-kind.js';
import { componentProperty, readProperty, type PropertySource } from '../property.js';
import type { Settings } from '../settings.js';
import { classAndUnit, described, timed } from './sensor.js';

export interface OnOff {
  on: string;
  off: string;
}

export function payloads(settings: Settings): OnOff {
  return {
    on: settings.text('payload_on') ?? 'ON',
    off: settings.text('payload_off') ?? 'OFF',
  };
}

export function decodeOnOff({ on, off }: OnOff): (text: string) => boolean | undefined {
  return (text) => (text === on ? true : text === off ? false : undefined);
}

export function encodeOnOff({ on, off }: OnOff): (value: boolean) => string {
  return (value) => (value ? on : off);
}

const state = { topic: 'state_topic', templates: ['value_template'] };

/** A binary sensor. Source: Home Assistant, page "MQTT binary sensor". */
export const binarySensor: ComponentKind = (source) => {
  const { settings } = source;
  if (!settings.topic('state_topic')) return [];
  const affordance = { type: 'boolean', ...classAndUnit(settings) } as const;
  const definition = { state, decode: decodeOnOff(payloads(settings)) };
  const ability = detected(source, definition) ?? componentProperty(source, affordance, definition);
  return present([timed(settings, ability)]);
};

function detected(
  source: Source,
  definition: PropertySource<boolean>,
): ComponentAbility | undefined {
  const deviceClass = source.settings.text('device_class');
  if (deviceClass === undefined) return undefined;
  const { value, description } = readProperty(source, definition) ?? {};
  return described(detectedByClass({ deviceClass, value }), description);
}

/** A relay or a socket; with an `entity_category` a setting, such as a child lock. Source: page "MQTT Switch". */
export const relay: ComponentKind = (source) => {
  const { settings } = source;
  const commands = payloads(settings);
  const states = {
    on: settings.text('state_on') ?? commands.on,
    off: settings.text('state_off') ?? commands.off,
  };
  const definition = {
    state,
    decode: decodeOnOff(states),
    command: { topic: 'command_topic', template: 'command_template' },
    encode: encodeOnOff(commands),
  };
  if (settings.has('entity_category')) {
    const affordance = { type: 'boolean', ...classAndUnit(settings) } as const;
    return present([componentProperty(source, affordance, definition)]);
  }
  const on = readProperty(source, definition);
  const isOutlet = settings.text('device_class') === 'outlet';
  return present([on && (isOutlet ? plug : switchable).on(on)]);
};
