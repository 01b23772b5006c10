import type { PropertyAffordance } from '@trellis/connector-sdk';
import { present, type ComponentKind, type PropertyAbility } from '../ability.js';
import type { Publication } from '../command.js';
import { property, type PropertySpecification } from '../property.js';
import type { Settings } from '../settings.js';
import { toNumber } from '../template/values.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';

/** A lamp with a topic for each ability. Source: Home Assistant, "MQTT Light", "Default schema". */
export const defaultLight: ComponentKind = (settings) => {
  const on = onOff(settings);
  const order = settings.text('on_command_type') ?? 'last';
  const turnsOn = (ability: PropertyAbility | undefined) => ability && withOn(ability, on, order);
  return {
    properties: present([
      on,
      turnsOn(brightness(settings)),
      turnsOn(colorTemperature(settings)),
      turnsOn(color(settings)),
      turnsOn(effect(settings)),
    ]),
  };
};

function onOff(settings: Settings): PropertyAbility | undefined {
  return property(settings, {
    affordance: { type: 'boolean' },
    state: { topic: 'state_topic', templates: ['state_value_template', 'value_template'] },
    decode: decodeOnOff(payloads(settings)),
    command: { topic: 'command_topic' },
    encode: encodeOnOff(payloads(settings)),
  });
}

/**
 * A lamp that is told its brightness goes on as well. When the command to go on is sent is said by
 * `on_command_type`: after the other one, before it (`first`), or never (`brightness`).
 */
function withOn(
  ability: PropertyAbility,
  on: PropertyAbility | undefined,
  order: string,
): PropertyAbility {
  const { write } = ability;
  if (!write || !on?.write || order === 'brightness') return ability;
  const turnOn = on.write;
  return {
    ...ability,
    write: (value): Publication[] =>
      order === 'first' ? [...turnOn(true), ...write(value)] : [...write(value), ...turnOn(true)],
  };
}

/** The options of an ability of the default schema are all named alike. */
function named(name: string): Pick<PropertySpecification, 'suffix' | 'state' | 'command'> {
  return {
    suffix: name,
    state: { topic: `${name}_state_topic`, templates: [`${name}_value_template`] },
    command: { topic: `${name}_command_topic`, template: `${name}_command_template` },
  };
}

/** Brightness, in the steps of the device. */
export function brightnessAffordance(settings: Settings): PropertyAffordance {
  const maximum = settings.number('brightness_scale') ?? 255;
  return { type: 'integer', title: 'brightness', minimum: 0, maximum };
}

/** Colour temperature, in mireds unless the device says that it uses kelvins. */
export function colorTemperatureAffordance(settings: Settings): PropertyAffordance {
  const kelvin = settings.flag('color_temp_kelvin');
  return {
    type: 'number',
    title: 'color temperature',
    unit: kelvin ? 'K' : 'mired',
    minimum: settings.number(kelvin ? 'min_kelvin' : 'min_mireds') ?? (kelvin ? 2000 : 153),
    maximum: settings.number(kelvin ? 'max_kelvin' : 'max_mireds') ?? (kelvin ? 6535 : 500),
  };
}

function brightness(settings: Settings): PropertyAbility | undefined {
  return property(settings, {
    ...named('brightness'),
    affordance: brightnessAffordance(settings),
    decode: toNumber,
  });
}

function colorTemperature(settings: Settings): PropertyAbility | undefined {
  return property(settings, {
    ...named('color_temp'),
    affordance: colorTemperatureAffordance(settings),
    decode: toNumber,
  });
}

function effect(settings: Settings): PropertyAbility | undefined {
  const effects = settings.texts('effect_list');
  return property(settings, {
    ...named('effect'),
    affordance: {
      type: 'string',
      title: 'effect',
      ...(effects.length > 0 ? { enum: effects } : {}),
    },
    decode: (text) => text,
  });
}

const channel = { type: 'integer', minimum: 0, maximum: 255 };

/** A colour, `255,128,0` on the wire. */
function color(settings: Settings): PropertyAbility | undefined {
  const channelsOf = (value: unknown) => value as { red: number; green: number; blue: number };
  return property(settings, {
    ...named('rgb'),
    suffix: 'color',
    affordance: {
      type: 'object',
      title: 'color',
      properties: { red: channel, green: channel, blue: channel },
      required: ['red', 'green', 'blue'],
    },
    decode: (text) => {
      const [red, green, blue] = text.split(',').map(toNumber);
      const known = red !== undefined && green !== undefined && blue !== undefined;
      return known ? { red, green, blue } : undefined;
    },
    encode: (value) => {
      const { red, green, blue } = channelsOf(value);
      return [red, green, blue].join(',');
    },
    variables: (value) => ({ ...channelsOf(value) }),
  });
}
