import { rgbOfColor, type HueSaturation } from '@trellis/connector-sdk';
import { present, type ComponentKind, type PropertyAbility } from '../ability.js';
import type { Publication } from '../command.js';
import { property, type PropertySpecification } from '../property.js';
import type { Settings } from '../settings.js';
import { brightnessScale, colorScale, colorTemperatureScale } from './light-scales.js';
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

function brightness(settings: Settings): PropertyAbility | undefined {
  const { affordance, read, write } = brightnessScale(settings);
  return property(settings, {
    ...named('brightness'),
    ...{ affordance, decode: read, encode: write },
  });
}

function colorTemperature(settings: Settings): PropertyAbility | undefined {
  const { affordance, read, write } = colorTemperatureScale(settings);
  return property(settings, {
    ...named('color_temp'),
    ...{ suffix: 'color_temperature', affordance, decode: read, encode: write },
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

/** A colour, `255,128,0` on the wire. */
function color(settings: Settings): PropertyAbility | undefined {
  const { affordance, read } = colorScale('rgb');
  const channelsOf = (value: unknown) => rgbOfColor(value as HueSaturation);
  return property(settings, {
    ...named('rgb'),
    ...{ suffix: 'color', affordance },
    decode(text) {
      const [r, g, b] = text.split(',');
      return read({ r, g, b });
    },
    encode(value) {
      const { red, green, blue } = channelsOf(value);
      return [red, green, blue].join(',');
    },
    variables: (value) => ({ ...channelsOf(value) }),
  });
}
