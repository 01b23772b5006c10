import { choice, sensor, switchable, thermostat } from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';
import type { ComponentKind, Source } from '../component-kind.js';
import { decodeChoice, made, ownProperty, plainCommand, readProperty } from '../property.js';
import {
  measured,
  measuring,
  readChoice,
  readPower,
  readTargetHumidity,
  readTargetTemperature,
  temperatureScale,
} from './adjustable.js';
import { readOnOff } from './on-off.js';

/** Heating or cooling. Source: Home Assistant, page "MQTT climate (HVAC)". */
export const climate: ComponentKind = (source) => {
  const targetHumidity = readTargetHumidity(source, { minimum: 30, maximum: 99 });
  const mode = readChoice(source, 'mode', ['auto', 'off', 'cool', 'heat', 'dry', 'fan_only']);
  // Every device can be without a preset; Home Assistant forbids listing that.
  const preset = readChoice(source, 'preset_mode', [], { besides: ['none'] });
  const fanMode = readChoice(source, 'fan_mode', ['auto', 'low', 'medium', 'high']);
  const swingHorizontal = { type: 'string', title: 'Horizontal swing' } as const;
  const activity = readProperty(source, {
    state: { topic: 'action_topic', templates: ['action_template', 'value_template'] },
    decode: decodeChoice(activities),
  });
  return [
    made(switchable.on, readPower(source)),
    measuring(source, 'current_temperature', made(sensor.temperature, readTemperature(source))),
    made(thermostat.target_temperature, readTargetTemperature(source, 'temperature')),
    made(thermostat.target_temperature_low, readTargetTemperature(source, 'temperature_low')),
    made(thermostat.target_temperature_high, readTargetTemperature(source, 'temperature_high')),
    made(thermostat.mode, mode),
    activity && thermostat.activity({ ...activity, enum: activities }),
    measuring(source, 'current_humidity', made(sensor.humidity, readHumidity(source))),
    made(thermostat.target_humidity, targetHumidity),
    made(thermostat.preset, preset),
    made(thermostat.fan_mode, fanMode),
    made(thermostat.swing_mode, readChoice(source, 'swing_mode', ['on', 'off'])),
    ownProperty(
      'swing_horizontal_mode',
      swingHorizontal,
      readChoice(source, 'swing_horizontal_mode', ['on', 'off']),
    ),
  ];
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

function readTemperature(source: Source) {
  const { decode } = temperatureScale(source.settings.text('temperature_unit'));
  return readProperty(source, { ...measured('current_temperature'), decode });
}

const readHumidity = (source: Source) =>
  readProperty(source, { ...measured('current_humidity'), decode: toNumber });

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
  const target = readTargetTemperature(source, 'temperature', waterHeaterRange);
  return [
    made(switchable.on, readPower(source)),
    measuring(source, 'current_temperature', made(sensor.temperature, readTemperature(source))),
    made(thermostat.target_temperature, target),
    made(thermostat.mode, readChoice(source, 'mode', waterHeaterModes)),
  ];
};

/** `HumidifierAction`. */
const humidifierActivities = ['off', 'humidifying', 'drying', 'idle'];

/** A humidifier or a dehumidifier. Source: Home Assistant, page "MQTT Humidifier". */
export const humidifier: ComponentKind = (source) => {
  const state = { topic: 'state_topic', templates: ['state_value_template'] };
  const target = readTargetHumidity(source, { minimum: 0, maximum: 100 });
  const modes = source.settings.choices('modes');
  const mode = readChoice(source, 'mode', [], { reset: 'payload_reset_mode' });
  const activity = readProperty(source, {
    ...measured('action'),
    decode: decodeChoice(humidifierActivities),
  });
  return [
    made(switchable.on, readOnOff(source, { state, command: plainCommand })),
    measuring(source, 'current_humidity', made(sensor.humidity, readHumidity(source))),
    made(thermostat.target_humidity, target),
    modes.length > 0 ? ownProperty('mode', choice('Mode', modes), mode) : undefined,
    ownProperty('activity', choice('Activity', humidifierActivities), activity),
  ];
};
