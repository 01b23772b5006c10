import { toNumber } from '@trellis/jinja';
import type { Source } from '../component-kind.js';
import { decodeChoice, readProperty, type PropertySource } from '../property.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';
import { temperatureScale } from './temperature.js';

type Halves = Pick<PropertySource<unknown>, 'state' | 'command'>;

/** The options of a value that can only be read. */
export const measured = (name: string): Halves => ({
  state: { topic: `${name}_topic`, templates: [`${name}_template`, 'value_template'] },
});

/** The options of every value that can be read and set follow the same pattern. */
const adjustable = (name: string): Halves => ({
  state: {
    topic: `${name}_state_topic`,
    templates: [`${name}_state_template`, `${name}_value_template`, 'value_template'],
  },
  command: { topic: `${name}_command_topic`, template: `${name}_command_template` },
});

/** In °C, by default from 7 to 35. */
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

/** One of the texts that the option `<name>s` lists, or of those that a device need not list (`besides`). */
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
    ...(reset !== undefined && { reset }),
  });
  return options && { ...options, ...(choices.length > 0 && { enum: choices }) };
}

/** Whether a device with a topic for it is switched on. */
export function readPower(source: Source) {
  const words = payloads(source.settings);
  const options = readProperty<boolean>(source, {
    ...adjustable('power'),
    decode: decodeOnOff(words),
    encode: encodeOnOff(words),
  });
  return options && { ...options, title: 'Power' };
}
