import { toNumber } from '@trellis/jinja';
import { choice, sensor, switchable, thermostat } from '@trellis/connector-sdk';
import { type ComponentKind, present } from '../component-kind.js';
import { decodeChoice, ownProperty, readProperty } from '../property.js';
import {
  measured,
  readChoice,
  readPower,
  readTargetHumidity,
  readTargetTemperature,
} from './adjustable.js';
import { temperatureScale } from './temperature.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';

/** Heating or cooling. Source: Home Assistant, page "MQTT climate (HVAC)". */
export const climate: ComponentKind = (source) => {
  const { settings } = source;
  const { decode } = temperatureScale(settings.text('temperature_unit'));
  const temperature = readProperty(source, { ...measured('current_temperature'), decode });
  const humidity = readProperty(source, { ...measured('current_humidity'), decode: toNumber });
  const target = readTargetTemperature(source, 'temperature');
  const low = readTargetTemperature(source, 'temperature_low');
  const high = readTargetTemperature(source, 'temperature_high');
  const targetHumidity = readTargetHumidity(source, { minimum: 30, maximum: 99 });
  const mode = readChoice(source, 'mode', ['auto', 'off', 'cool', 'heat', 'dry', 'fan_only']);
  // Every device can be without a preset; Home Assistant forbids listing that.
  const preset = readChoice(source, 'preset_mode', [], { besides: ['none'] });
  const fanMode = readChoice(source, 'fan_mode', ['auto', 'low', 'medium', 'high']);
  const swingMode = readChoice(source, 'swing_mode', ['on', 'off']);
  const swingHorizontal = readChoice(source, 'swing_horizontal_mode', ['on', 'off']);
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
    swingHorizontal &&
      ownProperty(
        'swing_horizontal_mode',
        { type: 'string', title: 'Horizontal swing' },
        swingHorizontal,
      ),
  ]);
};

/** The current activities, as opposed to the mode. */
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

const waterHeaterModes = [
  'eco',
  'electric',
  'gas',
  'heat_pump',
  'high_demand',
  'performance',
  'off',
];

/** By default from 110 to 140 °F. */
const waterHeaterRange = { minimum: 43.3, maximum: 60 };

/** A thermostat of water. Source: Home Assistant, page "MQTT water heater". */
export const waterHeater: ComponentKind = (source) => {
  const { decode } = temperatureScale(source.settings.text('temperature_unit'));
  const temperature = readProperty(source, { ...measured('current_temperature'), decode });
  const target = readTargetTemperature(source, 'temperature', waterHeaterRange);
  const mode = readChoice(source, 'mode', waterHeaterModes);
  const power = readPower(source);
  return present([
    power && switchable.on(power),
    temperature && sensor.temperature(temperature),
    target && thermostat.target_temperature(target),
    mode && thermostat.mode(mode),
  ]);
};

/** `HumidifierAction`. */
const humidifierActivities = ['off', 'humidifying', 'drying', 'idle'];

/** A humidifier or a dehumidifier. Source: Home Assistant, page "MQTT Humidifier". */
export const humidifier: ComponentKind = (source) => {
  const words = payloads(source.settings);
  const on = readProperty<boolean>(source, {
    state: { topic: 'state_topic', templates: ['state_value_template'] },
    decode: decodeOnOff(words),
    command: { topic: 'command_topic', template: 'command_template' },
    encode: encodeOnOff(words),
  });
  const humidity = readProperty(source, { ...measured('current_humidity'), decode: toNumber });
  const target = readTargetHumidity(source, { minimum: 0, maximum: 100 });
  const modes = source.settings.choices('modes');
  const mode = readChoice(source, 'mode', [], { reset: 'payload_reset_mode' });
  const activity = readProperty(source, {
    ...measured('action'),
    decode: decodeChoice(humidifierActivities),
  });
  return present([
    on && switchable.on(on),
    humidity && sensor.humidity(humidity),
    target && thermostat.target_humidity(target),
    mode && modes.length > 0 ? ownProperty('mode', choice('Mode', modes), mode) : undefined,
    activity && ownProperty('activity', choice('Activity', humidifierActivities), activity),
  ]);
};
