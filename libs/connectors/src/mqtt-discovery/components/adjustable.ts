import { toNumber } from '@trellis/jinja';
import type { ComponentAbility, Source } from '../component-kind.js';
import { decodeChoice, measurementKey, readProperty, type PropertySource } from '../property.js';
import { readOnOff } from './on-off.js';
import { convertUnit } from '@trellis/connector-sdk';

type Halves = Pick<PropertySource<unknown>, 'state' | 'command'>;

export const measured = (name: string): Halves => ({
  state: { topic: `${name}_topic`, templates: [`${name}_template`, 'value_template'] },
});

/** Notes what a component measures, so that a sensor for the same is left out. */
export function measuring(
  { settings }: Source,
  name: string,
  ability: ComponentAbility | undefined,
): ComponentAbility | undefined {
  const { topic, templates } = measured(name).state!;
  return ability && { ...ability, measures: measurementKey(settings, topic, templates) };
}

/** Returns the options of a writable value, which follow a pattern. */
const adjustable = (name: string): Halves => ({
  state: {
    topic: `${name}_state_topic`,
    templates: [`${name}_state_template`, `${name}_value_template`, 'value_template'],
  },
  command: { topic: `${name}_command_topic`, template: `${name}_command_template` },
});

/** Reads a target temperature in °C, by default from 7 to 35. */
export function readTargetTemperature(
  source: Source,
  name: string,
  range = { minimum: 7, maximum: 35 },
) {
  const { settings } = source;
  const scale = temperatureScale(settings.text('temperature_unit'));
  const limit = (option: string, byDefault: number) => {
    const value = settings.number(option);
    return value === undefined ? byDefault : scale.toCelsius(value);
  };
  const options = readProperty<number>(source, {
    ...adjustable(name),
    decode: scale.decode,
    encode: scale.fromCelsius,
  });
  return (
    options && {
      ...options,
      minimum: limit('min_temp', range.minimum),
      maximum: limit('max_temp', range.maximum),
    }
  );
}

export function readTargetHumidity(source: Source, range: { minimum: number; maximum: number }) {
  const limit = (option: string, byDefault: number) =>
    Math.min(Math.max(source.settings.number(option) ?? byDefault, 0), 100);
  const options = readProperty<number>(source, {
    ...adjustable('target_humidity'),
    decode: toNumber,
    reset: 'payload_reset_humidity',
  });
  return (
    options && {
      ...options,
      minimum: limit('min_humidity', range.minimum),
      maximum: limit('max_humidity', range.maximum),
    }
  );
}

/** Reads a choice of the texts in the option `<name>s`, and of those that a device need not list (`besides`). */
export function readChoice(
  source: Source,
  name: string,
  byDefault: string[],
  { reset, besides = [] }: { reset?: string; besides?: string[] } = {},
) {
  const { settings } = source;
  const listed = settings.has(`${name}s`) ? settings.choices(`${name}s`) : byDefault;
  const choices = listed.length > 0 ? [...new Set([...besides, ...listed])] : [];
  const options = readProperty(source, {
    ...adjustable(name),
    decode: decodeChoice(choices),
    reset,
  });
  return options && { ...options, enum: choices.length > 0 ? choices : undefined };
}

export function readPower(source: Source) {
  const options = readOnOff(source, adjustable('power'));
  return options && { ...options, title: 'Power' };
}

/** The conversion between a component's temperatures and °C. */
interface TemperatureScale {
  toCelsius(value: number): number;
  fromCelsius(value: number): number;
  decode(text: string): number | undefined;
}

/** Returns the scale for a unit of Home Assistant: `F` or `°F` is Fahrenheit, everything else Celsius. */
export function temperatureScale(unit: string | undefined): TemperatureScale {
  const remote = unit === 'F' || unit === '°F' ? '°F' : '°C';
  const toCelsius = (value: number) => convertUnit(value, remote, '°C');
  return {
    toCelsius,
    fromCelsius: (value) => convertUnit(value, '°C', remote),
    decode(text) {
      const value = toNumber(text);
      return value === undefined ? undefined : toCelsius(value);
    },
  };
}
