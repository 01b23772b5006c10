import { type ComponentKind, type Publication, type Source } from '../component-kind.js';
import { jsonLight } from './light-json.js';
import { templateLight } from './light-template.js';
import {
  light as capability,
  type HueSaturation,
  type PropertyOptions,
} from '@trellis/connector-sdk';
import { adjustable, decodeChoice, made, readProperty } from '../property.js';
import {
  brightnessScale,
  colorModes,
  colorNumbers,
  colorTemperatureScale,
  type ColorMode,
} from './light-scales.js';
import { readOnOff } from './on-off.js';

type Options<Value> = PropertyOptions<Value, Publication[]>;

/** A lamp with a topic for each property. Source: Home Assistant, "MQTT Light", "Default schema". */
const defaultLight: ComponentKind = (source) => {
  const state = { topic: 'state_topic', templates: ['state_value_template', 'value_template'] };
  const on = readOnOff(source, { state, command: { topic: 'command_topic' } });
  const order = source.settings.text('on_command_type') ?? 'last';
  const turningOn = <Value>(options: Options<Value> | undefined) =>
    options && withOn(options, on, order);
  return [
    made(capability.on, on),
    made(capability.brightness, turningOn(readBrightness(source))),
    made(capability.color_temperature, turningOn(readColorTemperature(source))),
    made(capability.color, turningOn(readColor(source))),
    made(capability.effect, turningOn(readEffect(source))),
  ];
};

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

/** A lamp in a schema of Home Assistant's page "MQTT Light". */
export const light: ComponentKind = (source) => {
  const schema = source.settings.text('schema') ?? 'basic';
  if (schema === 'json') return jsonLight(source);
  return schema === 'template' ? templateLight(source) : defaultLight(source);
};
