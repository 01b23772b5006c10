import {
  type Component,
  type ComponentKind,
  type Publication,
  type Source,
} from '../component-kind.js';
import { jsonLight } from './light-json.js';
import { templateLight } from './light-template.js';
import { colorModeByName, light as capability, type PropertyOptions } from '@trellis/connector-sdk';
import { adjustable, decodeChoice, made, readProperty } from '../property.js';
import { brightnessOf, colorOf, readNumbers } from './light-colors.js';
import { brightnessScale, colorTemperatureScale } from './light-scales.js';
import { readOnOff } from './on-off.js';

/**
 * Tells whether commands of a component depend on its state: they repeat the level or the color that they leave as it is.
 */
export function dependsOnState({ kind, settings }: Component): boolean {
  if (kind !== 'light' || (settings.text('schema') ?? 'basic') !== 'basic') return false;
  const has = (name: string) => settings.topic(`${name}_command_topic`) !== undefined;
  const isDimmedByColor = !has('brightness') && ['rgb', 'rgbw', 'rgbww'].some(has);
  return isDimmedByColor || settings.text('on_command_type') === 'brightness';
}

type Options<Value> = PropertyOptions<Value, Publication[]>;

/** A lamp with a topic for each property. Source: Home Assistant, "MQTT Light", "Default schema". */
const defaultLight: ComponentKind = (source) => {
  const order = source.settings.text('on_command_type') ?? 'last';
  const isByBrightness = order === 'brightness';
  const numbers = readNumbers(source);
  const own = readBrightness(source);
  const brightness = own ?? brightnessOf(numbers);
  const temperature = readColorTemperature(source);
  const current = readColorMode(source);
  const color = colorOf(source, numbers, { current: current?.value, isDimmedByColor: !own });
  const on = readOn(source, isByBrightness ? brightness : undefined);
  const turningOn = <Value>(options: Options<Value> | undefined) =>
    options && withOn(options, on, order);
  const mode = current && { ...current, value: current.value && colorModeByName(current.value) };
  return [
    made(capability.on, on),
    made(capability.brightness, isByBrightness ? brightness : turningOn(brightness)),
    made(capability.color_mode, temperature && color ? mode : undefined),
    made(capability.color_temperature, turningOn(temperature)),
    made(capability.color, isByBrightness && !own ? color : turningOn(color)),
    made(capability.effect, turningOn(readEffect(source))),
  ];
};

/** Reads on and off. With `on_command_type: brightness` the last brightness, or else the full one, turns the lamp on. */
function readOn(
  source: Source,
  brightness: Options<number> | undefined,
): Options<boolean> | undefined {
  const state = { topic: 'state_topic', templates: ['state_value_template', 'value_template'] };
  const on = readOnOff(source, { state, command: { topic: 'command_topic' } });
  const dim = brightness?.write;
  const write = on?.write;
  if (!write || !dim) return on;
  return { ...on, write: (isOn) => (isOn ? dim(brightness.value || 100) : write(false)) };
}

/** Adds turning the lamp on to setting a property: by `on_command_type` after it, or before it (`first`). */
function withOn<Value>(
  options: Options<Value>,
  on: Options<boolean> | undefined,
  order: string,
): Options<Value> {
  const { write } = options;
  const turnOn = on?.write;
  if (!write || !turnOn) return options;
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

/** Reads the color mode by its name in Home Assistant, which is also that of the topics of a color. */
const readColorMode = (source: Source) =>
  readProperty(source, {
    state: { topic: 'color_mode_state_topic', templates: ['color_mode_value_template'] },
    decode: decodeChoice([]),
  });

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

/** A lamp in a schema of Home Assistant's page "MQTT Light". */
export const light: ComponentKind = (source) => {
  const schema = source.settings.text('schema') ?? 'basic';
  if (schema === 'json') return jsonLight(source);
  return schema === 'template' ? templateLight(source) : defaultLight(source);
};
