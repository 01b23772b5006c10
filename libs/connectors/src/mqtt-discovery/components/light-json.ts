import type { PropertyAffordance } from '@trellis/connector-sdk';
import { present, type ComponentKind, type PropertyAbility } from '../ability.js';
import { check, publication } from '../command.js';
import type { Settings } from '../settings.js';
import { isObject } from '../template/values.js';
import {
  brightnessScale,
  colorScale,
  colorTemperatureScale,
  type ColorMode,
} from './light-scales.js';

/** First that which needs no conversion. */
const colorModes: ColorMode[] = ['hs', 'xy', 'rgb'];

/** A lamp whose state and commands are JSON. Source: Home Assistant, "MQTT Light", "JSON schema". */
export const jsonLight: ComponentKind = (settings) => {
  const modes = settings.texts('supported_color_modes');
  // Older devices have a flag for each mode.
  const has = (mode: string) => modes.includes(mode) || settings.flag(mode);
  const dims = settings.flag('brightness') || modes.some((mode) => mode !== 'onoff');
  const colorMode = colorModes.find(has);
  const effects = settings.texts('effect_list');
  return {
    properties: present([
      onOff(settings),
      dims ? brightness(settings) : undefined,
      has('color_temp') ? colorTemperature(settings) : undefined,
      colorMode ? color(settings, colorMode) : undefined,
      effects.length > 0 ? effect(settings, effects) : undefined,
    ]),
  };
};

/** A member of the state, by the same name in a command, which turns the lamp on. */
function jsonMember(
  settings: Settings,
  {
    suffix,
    affordance,
    member = suffix,
    decode,
    command,
  }: {
    suffix: string;
    affordance: PropertyAffordance;
    member?: string;
    decode(value: unknown): unknown;
    command(value: unknown): Record<string, unknown>;
  },
): PropertyAbility | undefined {
  const stateTopic = settings.topic('state_topic');
  const commandTopic = settings.topic('command_topic');
  if (!stateTopic && !commandTopic) return undefined;
  return {
    suffix,
    affordance: {
      ...affordance,
      ...(stateTopic ? {} : { writeOnly: true }),
      ...(commandTopic ? {} : { readOnly: true }),
    },
    reading: stateTopic
      ? {
          topic: stateTopic,
          value: ({ json }) => (isObject(json) ? decode(json[member]) : undefined),
        }
      : undefined,
    write: commandTopic
      ? (value) => {
          check(affordance, value);
          return [publication(settings, commandTopic, JSON.stringify(command(value)))];
        }
      : undefined,
  };
}

function onOff(settings: Settings): PropertyAbility | undefined {
  return jsonMember(settings, {
    suffix: '',
    affordance: { type: 'boolean' },
    member: 'state',
    decode: (state) => (state === 'ON' ? true : state === 'OFF' ? false : undefined),
    command: (value) => ({ state: value ? 'ON' : 'OFF' }),
  });
}

function brightness(settings: Settings): PropertyAbility | undefined {
  const { affordance, read, write } = brightnessScale(settings);
  return jsonMember(settings, {
    suffix: 'brightness',
    ...{ affordance, decode: read },
    command: (value) => ({ state: 'ON', brightness: write(value) }),
  });
}

function colorTemperature(settings: Settings): PropertyAbility | undefined {
  const { affordance, read, write } = colorTemperatureScale(settings);
  return jsonMember(settings, {
    suffix: 'color_temperature',
    ...{ affordance, member: 'color_temp', decode: read },
    command: (value) => ({ state: 'ON', color_temp: write(value) }),
  });
}

function effect(settings: Settings, effects: string[]): PropertyAbility | undefined {
  return jsonMember(settings, {
    suffix: 'effect',
    affordance: { type: 'string', title: 'effect', enum: effects },
    decode: (effect) => (typeof effect === 'string' ? effect : undefined),
    command: (effect) => ({ state: 'ON', effect }),
  });
}

function color(settings: Settings, mode: ColorMode): PropertyAbility | undefined {
  const { affordance, read, write } = colorScale(mode);
  return jsonMember(settings, {
    suffix: 'color',
    ...{ affordance, decode: read },
    command: (value) => ({ state: 'ON', color: write(value) }),
  });
}
