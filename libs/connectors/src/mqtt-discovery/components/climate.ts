import { sensor, switchable, thermostat } from '@trellis/connector-sdk';
import { present, type ComponentKind, type Source } from '../component-kind.js';
import { decodeChoice, readProperty, type PropertySource } from '../property.js';
import { toNumber } from '../template/values.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';
import { temperatureScale } from './temperature.js';

/** Heating or cooling. Source: Home Assistant, page "MQTT climate (HVAC)". */
export const climate: ComponentKind = (source) => {
  const { settings } = source;
  const { decode } = temperatureScale(settings.text('temperature_unit'));
  const temperature = readProperty(source, { ...measured('current_temperature'), decode });
  const humidity = readProperty(source, { ...measured('current_humidity'), decode: toNumber });
  const target = targetTemperature(source, 'temperature');
  const low = targetTemperature(source, 'temperature_low');
  const high = targetTemperature(source, 'temperature_high');
  const targetHumidity = readTargetHumidity(source);
  const mode = choice(source, 'mode', ['auto', 'off', 'cool', 'heat', 'dry', 'fan_only']);
  const preset = choice(source, 'preset_mode', []);
  const fanMode = choice(source, 'fan_mode', ['auto', 'low', 'medium', 'high']);
  const swingMode = choice(source, 'swing_mode', ['on', 'off']);
  const activity = readProperty(source, {
    state: { topic: 'action_topic', templates: ['action_template', 'value_template'] },
    decode: decodeChoice(activities),
  });
  const power = readPower(source);
  return present([
    power && switchable.on(power),
    temperature && sensor.temperature(temperature),
    target && thermostat.target_temperature(target),
    low && thermostat.target_temperature_low(low),
    high && thermostat.target_temperature_high(high),
    mode && thermostat.mode(mode),
    activity && thermostat.activity({ ...activity, enum: activities }),
    humidity && sensor.humidity(humidity),
    targetHumidity && thermostat.target_humidity(targetHumidity),
    preset && thermostat.preset(preset),
    fanMode && thermostat.fan_mode(fanMode),
    swingMode && thermostat.swing_mode(swingMode),
  ]);
};

/** What the device does at the moment, in contrast to what it is set to. */
const activities = [
  'off',
  'preheating',
  'heating',
  'cooling',
  'drying',
  'idle',
  'fan',
  'defrosting',
];

type Halves = Pick<PropertySource<unknown>, 'state' | 'command'>;

const measured = (name: string): Halves => ({
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

function targetTemperature(source: Source, name: string) {
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
  return options && { ...options, minimum: limit('min_temp', 7), maximum: limit('max_temp', 35) };
}

function readTargetHumidity(source: Source) {
  const limit = (option: string, byDefault: number) =>
    Math.min(Math.max(source.settings.number(option) ?? byDefault, 0), 100);
  const options = readProperty<number>(source, {
    ...adjustable('target_humidity'),
    decode: toNumber,
  });
  return (
    options && {
      ...options,
      minimum: limit('min_humidity', 30),
      maximum: limit('max_humidity', 99),
    }
  );
}

/** One of the texts that the option `<name>s` lists. */
function choice(source: Source, name: string, byDefault: string[]) {
  const { settings } = source;
  const choices = settings.has(`${name}s`) ? settings.choices(`${name}s`) : byDefault;
  const options = readProperty(source, { ...adjustable(name), decode: decodeChoice(choices) });
  return options && { ...options, ...(choices.length > 0 && { enum: choices }) };
}

function readPower(source: Source) {
  const words = payloads(source.settings);
  const options = readProperty<boolean>(source, {
    ...adjustable('power'),
    decode: decodeOnOff(words),
    encode: encodeOnOff(words),
  });
  return options && { ...options, title: 'Power' };
}
