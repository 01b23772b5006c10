import {
  colorModeByName,
  type HueSaturation,
  isObject,
  light,
  type PropertyOptions,
} from '@trellis/connector-sdk';
import {
  toPublication,
  type Publication,
  type ComponentKind,
  type Source,
} from '../component-kind.js';
import { decodeChoice, decodeMember, maxValueLength } from '../property.js';
import {
  brightnessScale,
  colorModes,
  colorScale,
  colorTemperatureScale,
  type ColorMode,
} from './light-scales.js';

/** A lamp whose state and commands are JSON. Source: Home Assistant, "MQTT Light", "JSON schema". */
export const jsonLight: ComponentKind = (source) => {
  const { settings } = source;
  if (!settings.topic('state_topic') && !settings.topic('command_topic')) return [];
  const modes = settings.texts('supported_color_modes');
  // Older devices have a flag for each mode.
  const has = (mode: string) => modes.includes(mode) || settings.flag(mode);
  const isDimmable = settings.flag('brightness') || modes.some((mode) => mode !== 'onoff');
  const colorMode = colorModes.find(has);
  const hasMode = modes.length > 0 || settings.flag('color_mode');
  const effects = settings.choices('effect_list');
  return [
    light.on(readOn(source)),
    isDimmable ? light.brightness(readBrightness(source)) : undefined,
    colorMode && has('color_temp') && hasMode ? light.color_mode(readColorMode(source)) : undefined,
    has('color_temp') ? light.color_temperature(readColorTemperature(source)) : undefined,
    colorMode && light.color(readColor(source, colorMode)),
    effects.length > 0 || settings.flag('effect')
      ? light.effect(readEffect(source, effects))
      : undefined,
  ];
};

interface Member<Value> {
  name: string;
  decode(given: unknown, state: Record<string, unknown>): Value | undefined;
  encode(value: Value): Record<string, unknown>;
  /** Whether the change may take time. */
  isGradual?: boolean;
}

function readMember<Value>(
  { settings, state }: Source,
  { name, decode, encode, isGradual = true }: Member<Value>,
): PropertyOptions<Value, Publication[]> {
  const stateTopic = settings.topic('state_topic');
  const commandTopic = settings.topic('command_topic');
  const json = stateTopic === undefined ? undefined : state.get(stateTopic)?.json;
  return {
    value: isObject(json) ? decodeMember(json[name], (given) => decode(given, json)) : undefined,
    write:
      commandTopic === undefined
        ? undefined
        : (value, transitionMs) => {
            const members = encode(value);
            if (transitionMs !== undefined) members.transition = transitionMs / 1000;
            return [{ ...toPublication(settings, commandTopic, JSON.stringify(members)), members }];
          },
    writeOnly: stateTopic === undefined ? true : undefined,
    // Supported unless the announcement says that it is not.
    transition: (isGradual && settings.raw('transition') !== false) || undefined,
  };
}

const readOn = (source: Source) =>
  readMember<boolean>(source, {
    name: 'state',
    decode: (given) => (given === 'ON' ? true : given === 'OFF' ? false : undefined),
    encode: (isOn) => ({ state: isOn ? 'ON' : 'OFF' }),
  });

function readBrightness(source: Source) {
  const { read, write } = brightnessScale(source.settings);
  return readMember<number>(source, {
    name: 'brightness',
    decode: read,
    encode: (percent) => ({ state: 'ON', brightness: write(percent) }),
  });
}

function readColorMode(source: Source): PropertyOptions<string, Publication[]> {
  const stateTopic = source.settings.topic('state_topic');
  const json = stateTopic === undefined ? undefined : source.state.get(stateTopic)?.json;
  return { value: isObject(json) ? colorModeByName(json.color_mode) : undefined };
}

function readColorTemperature(source: Source) {
  const { minimum, maximum, read, write } = colorTemperatureScale(source.settings);
  const options = readMember<number>(source, {
    name: 'color_temp',
    decode: read,
    encode: (kelvins) => ({ state: 'ON', color_temp: write(kelvins) }),
  });
  return { ...options, minimum, maximum };
}

function readColor(source: Source, mode: ColorMode) {
  const { write } = colorScale(mode);
  return readMember<HueSaturation>(source, {
    name: 'color',
    // In the named mode, or else in one whose members exist.
    decode(given, { color_mode }) {
      const modes = [...colorModes.filter((one) => one === color_mode), mode, ...colorModes];
      return modes.map((one) => colorScale(one).read(given)).find((color) => color !== undefined);
    },
    encode: (color) => ({ state: 'ON', color: write(color) }),
  });
}

function readEffect(source: Source, effects: string[]) {
  const options = readMember<string>(source, {
    name: 'effect',
    decode: (given) =>
      typeof given === 'string' && given.length <= maxValueLength
        ? decodeChoice(effects)(given)
        : undefined,
    encode: (effect) => ({ state: 'ON', effect }),
    isGradual: false,
  });
  return { ...options, enum: effects.length > 0 ? effects : undefined };
}
