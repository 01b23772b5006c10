import { expect, test } from '@jest/globals';
import { propertyOf, valuesOf } from '../testing/abilities.js';

test.each<[string, string, Record<string, unknown>, unknown, object]>([
  ['with a unit', '21.5', { unit_of_measurement: 'Mbit/s' }, 21.5, { unit: 'Mbit/s' }],
  ['of a statistic', '3', { state_class: 'total' }, 3, { type: 'number' }],
  ['with a unit and no number', 'n/a', { unit_of_measurement: 'W' }, null, { type: 'number' }],
  [
    'of a class in another unit',
    '9',
    { device_class: 'power', unit_of_measurement: 'BTU/h' },
    9,
    {
      unit: 'BTU/h',
    },
  ],
  ['of texts', '21.5', {}, '21.5', { type: 'string' }],
  ['that is unknown', 'unknown', {}, null, { type: 'string' }],
  [
    'of options',
    'wet',
    { device_class: 'enum', options: ['dry', 'wet'] },
    'wet',
    {
      enum: ['dry', 'wet'],
    },
  ],
  [
    'of options with another',
    'damp',
    { device_class: 'enum', options: ['dry', 'wet'] },
    null,
    {
      enum: ['dry', 'wet'],
    },
  ],
  [
    'of times',
    '2026-11-20T18:00:00+00:00',
    { device_class: 'timestamp' },
    '2026-11-20T18:00:00+00:00',
    { type: 'string', format: 'date-time' },
  ],
  ['of days', 'someday', { device_class: 'date' }, null, { type: 'string', format: 'date' }],
])('a sensor %s has a value of its own', (_what, state, attributes, value, property) => {
  expect(valuesOf('sensor.a', state, attributes)).toEqual({ value });
  expect(propertyOf('value', 'sensor.a', state, attributes)).toMatchObject({
    ...property,
    readOnly: true,
  });
});

test.each<[string, string, string, string, number, string]>([
  ['temperature', '°F', '70.7', 'temperature', 21.5, '°C'],
  ['atmospheric_pressure', 'inHg', '30', 'pressure', 1015.917, 'hPa'],
  ['power', 'kW', '1.2', 'power', 1200, 'W'],
  ['pm25', 'μg/m³', '7', 'particulate_matter', 7, 'µg/m³'],
  ['battery', '%', '55', 'battery', 55, '%'],
])('a sensor of %s in %s is that of a capability', (...given) => {
  const [device_class, unit_of_measurement, state, name, value, unit] = given;
  const attributes = { device_class, unit_of_measurement };
  expect(valuesOf('sensor.a', state, attributes)).toEqual({ [name]: value });
  expect(propertyOf(name, 'sensor.a', state, attributes)).toMatchObject({ unit, readOnly: true });
});

test('a binary sensor is that of a capability, or says what true means', () => {
  const door = { device_class: 'garage_door' };
  expect(valuesOf('binary_sensor.a', 'on', door)).toEqual({ open: true });
  const safety = { device_class: 'safety' };
  expect(valuesOf('binary_sensor.a', 'on', safety)).toEqual({ value: true });
  expect(propertyOf('value', 'binary_sensor.a', 'on', safety)).toMatchObject({
    description: 'True: it is unsafe.',
    readOnly: true,
  });
});

test('a binary sensor of a lock shows whether it is locked, for which Home Assistant has off', () => {
  const lock = { device_class: 'lock' };
  expect(valuesOf('binary_sensor.a', 'on', lock)).toEqual({ locked: false });
  expect(valuesOf('binary_sensor.a', 'off', lock)).toEqual({ locked: true });
  expect(valuesOf('binary_sensor.a', 'unknown', lock)).toEqual({ locked: null });
});

test('the weather is in the units of the capabilities, from its own or those of the house', () => {
  const attributes = { temperature: 50, pressure: 30, wind_speed: 10, humidity: 40 };
  expect(valuesOf('weather.a', 'sunny', attributes)).toMatchObject({
    condition: 'sunny',
    temperature: 10,
    pressure: 1015.917,
    wind_speed: 16.0934,
    humidity: 40,
  });
  const own = { temperature_unit: '°C', pressure_unit: 'hPa', wind_speed_unit: 'Beaufort' };
  expect(valuesOf('weather.a', 'sunny', { ...attributes, ...own })).toMatchObject({
    temperature: 50,
    pressure: 30,
    wind_speed: null,
  });
});
