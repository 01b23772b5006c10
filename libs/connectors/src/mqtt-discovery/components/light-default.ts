import { light, type HueSaturation, type PropertyOptions } from '@trellis/connector-sdk';
import type { Publication } from '../command.js';
import { present, type ComponentKind, type Source } from '../component-kind.js';
import { decodeChoice, readProperty, type PropertySource } from '../property.js';
import {
  brightnessScale,
  colorModes,
  colorNumbers,
  colorTemperatureScale,
  type ColorMode,
} from './light-scales.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';

type Options<Value> = PropertyOptions<Value, Publication[]>;

/** A lamp with a topic for each property. Source: Home Assistant, "MQTT Light", "Default schema". */
export const defaultLight: ComponentKind = (source) => {
  const on = readOn(source);
  const order = source.settings.text('on_command_type') ?? 'last';
  const turningOn = <Value>(options: Options<Value> | undefined) =>
    options && withOn(options, on, order);
  const brightness = turningOn(readBrightness(source));
  const colorTemperature = turningOn(readColorTemperature(source));
  const color = turningOn(readColor(source));
  const effect = turningOn(readEffect(source));
  return present([
    on && light.on(on),
    brightness && light.brightness(brightness),
    colorTemperature && light.color_temperature(colorTemperature),
    color && light.color(color),
    effect && light.effect(effect),
  ]);
};

function readOn(source: Source) {
  const words = payloads(source.settings);
  return readProperty<boolean>(source, {
    state: { topic: 'state_topic', templates: ['state_value_template', 'value_template'] },
    decode: decodeOnOff(words),
    command: { topic: 'command_topic' },
    encode: encodeOnOff(words),
  });
}

/** Adds turning the lamp on to setting a property: by `on_command_type` after it, before it (`first`), or never. */
function withOn<Value>(
  options: Options<Value>,
  on: Options<boolean> | undefined,
  order: string,
): Options<Value> {
  const { write } = options;
  const turnOn = on?.write;
  if (!write || !turnOn || order === 'brightness') return options;
  return {
    ...options,
    write: (value) =>
      order === 'first' ? [...turnOn(true), ...write(value)] : [...write(value), ...turnOn(true)],
  };
}

const adjustable = (name: string): Pick<PropertySource<unknown>, 'state' | 'command'> => ({
  state: { topic: `${name}_state_topic`, templates: [`${name}_value_template`] },
  command: { topic: `${name}_command_topic`, template: `${name}_command_template` },
});

function readBrightness(source: Source) {
  const { read, write } = brightnessScale(source.settings);
  return readProperty<number>(source, {
    ...adjustable('brightness'),
    decode: read,
    encode: write,
  });
}

function readColorTemperature(source: Source) {
  const { minimum, maximum, read, write } = colorTemperatureScale(source.settings);
  const options = readProperty<number>(source, {
    ...adjustable('color_temp'),
    decode: read,
    encode: write,
  });
  return options && { ...options, minimum, maximum };
}

function readEffect(source: Source) {
  const effects = source.settings.choices('effect_list');
  const decode = decodeChoice(effects);
  const options = readProperty(source, { ...adjustable('effect'), decode });
  return options && { ...options, enum: effects.length > 0 ? effects : undefined };
}

/** The variables of the numbers of a mode in a command template. */
const variables: Record<ColorMode, string[]> = {
  hs: ['hue', 'sat'],
  xy: ['x', 'y'],
  rgb: ['red', 'green', 'blue'],
  rgbw: ['red', 'green', 'blue', 'white'],
  rgbww: ['red', 'green', 'blue', 'cold_white', 'warm_white'],
};

/** Reads the color (`255,128,0`) in the mode that the lamp used last; sets it in the first one with a command. */
function readColor(source: Source): Options<HueSaturation> | undefined {
  const modes = colorModes.flatMap((mode) => {
    const options = readColorIn(source, mode);
    return options ? [{ options, order: orderOf(source, mode, options) }] : [];
  });
  const settable = modes.find(({ options }) => options.write)?.options;
  const readable = modes.filter(({ options }) => !options.writeOnly);
  if (readable.length === 0) return settable;
  const last = readable.reduce((one, other) => (other.order > one.order ? other : one));
  return { ...last.options, write: settable?.write };
}

/** Returns the position of the message with a color; -1 when there is no color. */
function orderOf({ settings, state }: Source, mode: ColorMode, { value }: Options<HueSaturation>) {
  const topic = settings.topic(`${mode}_state_topic`);
  const payload = value === undefined || topic === undefined ? undefined : state.get(topic);
  return payload?.order ?? -1;
}

function readColorIn(source: Source, mode: ColorMode) {
  const { read, write } = colorNumbers(mode);
  return readProperty<HueSaturation>(source, {
    ...adjustable(mode),
    decode: (text) => read(text.split(',', 5)),
    encode: (color) => write(color).join(','),
    variables(color) {
      const numbers = write(color);
      return Object.fromEntries(variables[mode].map((name, index) => [name, numbers[index]]));
    },
  });
}
