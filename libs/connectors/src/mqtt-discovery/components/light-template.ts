import { light, type HueSaturation, type PropertyOptions } from '@trellis/connector-sdk';
import { commandOf, type Publication, type ComponentKind, type Source } from '../component-kind.js';
import { decodeChoice, made, readProperty } from '../property.js';
import { brightnessScale, colorNumbers, colorTemperatureScale } from './light-scales.js';

type Options<Value> = PropertyOptions<Value, Publication[]>;

/** A lamp with templates for its state and its commands. Source: Home Assistant, "MQTT Light", "Template schema". */
export const templateLight: ComponentKind = (source) => {
  const { settings } = source;
  const temperature = colorTemperatureScale(settings);
  const brightness = brightnessScale(settings);
  const effects = settings.choices('effect_list');
  const on = readOn(source);
  const read = <Value>(name: string, read: (given: unknown) => Value | undefined) =>
    settings.has(`${name}_template`) ? readMember(source, name, read) : undefined;
  const level = read('brightness', brightness.read);
  const white = read('color_temp', temperature.read);
  const color = readColor(source);
  const effect = read('effect', (given) => decodeChoice(effects)(String(given)));
  const turnOn = turningOn(source);
  const { minimum, maximum } = temperature;
  const kelvins = { minimum, maximum };
  return [
    made(light.on, on),
    level &&
      light.brightness(turnOn(level, (percent) => ({ brightness: brightness.write(percent) }))),
    white &&
      light.color_temperature({
        ...turnOn(white, (kelvin) => ({ color_temp: temperature.write(kelvin) })),
        ...kelvins,
      }),
    color && light.color(turnOn(color, colorVariables)),
    effect && effects.length > 0
      ? light.effect({
          ...turnOn(effect, (name) => ({ effect: name })),
          transition: undefined,
          enum: effects,
        })
      : undefined,
  ];
};

function colorVariables(color: HueSaturation): Record<string, unknown> {
  const [red, green, blue] = colorNumbers('rgb').write(color);
  return { red, green, blue, hue: color.hue, sat: color.saturation };
}

const readMember = <Value>(
  source: Source,
  name: string,
  decode: (given: unknown) => Value | undefined,
): Options<Value> =>
  readProperty<Value>(source, {
    state: { topic: 'state_topic', templates: [`${name}_template`] },
    decode,
  }) ?? { writeOnly: true };

/** Returns whether the template of a command has a variable for how long the change takes. */
const hasTransition = ({ settings }: Source, template: string) =>
  settings.text(template)?.includes('transition') || undefined;

/** Adds how long the change takes, in seconds, to the variables of a template. */
const during = (
  transitionMs: number | undefined,
  variables: Record<string, unknown>,
): Record<string, unknown> =>
  transitionMs === undefined
    ? variables
    : Object.assign({ transition: transitionMs / 1000 }, variables);

/** Returns the command of a template; undefined without the template, which makes the whole message. */
const readCommand = ({ settings }: Source, template: string) =>
  settings.has(template) ? commandOf(settings, { topic: 'command_topic', template }) : undefined;

/** Reads the state, which the template renders as `on` or `off`. */
function readOn(source: Source): Options<boolean> | undefined {
  const send = {
    on: readCommand(source, 'command_on_template'),
    off: readCommand(source, 'command_off_template'),
  };
  const state = source.settings.has('state_template')
    ? readMember(source, 'state', (text) =>
        text === 'on' ? true : text === 'off' ? false : undefined,
      )
    : undefined;
  if (!state && (!send.on || !send.off)) return undefined;
  return {
    ...(state ?? { writeOnly: true }),
    transition:
      hasTransition(source, 'command_on_template') && hasTransition(source, 'command_off_template'),
    write:
      send.on && send.off
        ? (isOn: boolean, transitionMs?: number) => [
            (isOn ? send.on! : send.off!)(null, during(transitionMs, { state: isOn })),
          ]
        : undefined,
  };
}

/** Reads the color; red, green and blue have a template each. */
function readColor(source: Source): Options<HueSaturation> | undefined {
  const names = ['red', 'green', 'blue'];
  if (!names.every((name) => source.settings.has(`${name}_template`))) return undefined;
  const parts = names.map((name) => readMember(source, name, (given) => given));
  const [first] = parts;
  return {
    ...first,
    value: parts.some(({ value }) => value === null)
      ? null
      : colorNumbers('rgb').read(parts.map(({ value }) => value)),
    write: undefined,
  };
}

/** Returns a function that makes a property writable: as a variable of the command that turns the lamp on. */
const turningOn =
  (source: Source) =>
  <Value>(state: Options<Value>, variables: (value: Value) => Record<string, unknown>) => {
    const send = readCommand(source, 'command_on_template');
    const write =
      send &&
      ((value: Value, transitionMs?: number) => [
        send(null, during(transitionMs, { state: true, ...variables(value) })),
      ]);
    return { ...state, write, transition: hasTransition(source, 'command_on_template') };
  };
