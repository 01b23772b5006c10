import { describe, expect, test } from '@jest/globals';
import { built } from '../testing/built.js';

describe('sensor', () => {
  test.each([
    [{}, '21.5', '21.5'],
    [{ unit_of_measurement: 'W' }, '21.5', 21.5],
    [{ state_class: 'measurement' }, '21.5', 21.5],
    [{ device_class: 'temperature' }, ' 21.5 ', 21.5],
    [{ device_class: 'temperature' }, 'unavailable', undefined],
    [{ device_class: 'timestamp' }, '2026-01-12T09:15:23Z', '2026-01-12T09:15:23Z'],
    [{ device_class: 'enum', options: ['a', 'b'] }, 'a', 'a'],
    [{ device_class: 'enum', options: ['a', 'b'] }, 'c', undefined],
  ])('%j without a capability reads %j as %j', (options, text, expected) => {
    expect(built('sensor', { state_topic: 's', ...options }).read('', text)).toBe(expected);
  });

  test.each([
    [{}, ''],
    [{ device_class: 'enum' }, ''],
    [{ device_class: 'enum', options: ['a'] }, undefined],
    [{ device_class: 'timestamp' }, undefined],
    [{ unit_of_measurement: 'W' }, undefined],
  ])('%j reads an empty text as %j', (options, expected) => {
    const sensor = { state_topic: 's', value_template: '{{ value_json.val }}', ...options };
    expect(built('sensor', sensor).read('', '{"val":""}')).toBe(expected);
  });

  test.each([
    ['temperature', '°C', '21.5', 'temperature', 21.5],
    ['temperature', '°F', '70.7', 'temperature', 21.5],
    ['energy', 'Wh', '1500', 'energy', 1.5],
    ['battery', '%', '87', 'battery', 87],
    ['temperature', '°C', 'nan', 'temperature', 'unknown'],
    ['power', 'W', '-Infinity', 'power', 'unknown'],
    ['energy', 'Wh', '0.4', 'energy', 0.0004],
    ['illuminance', 'lx', 'unknown', 'illuminance', undefined],
  ])('of %s in %s reads %j as %s: %j', (device_class, unit_of_measurement, text, name, value) => {
    const sensor = built('sensor', { state_topic: 's', device_class, unit_of_measurement });
    expect(sensor.names).toEqual([name]);
    expect(sensor.read(name, text)).toBe(value);
  });

  test.each(['nan', 'NaN', 'inf'])('whose template makes a number of %s is unknown', (text) => {
    const value_template = '{{ value | float(0) | round(1) }}';
    const sensor = built('sensor', {
      state_topic: 's',
      device_class: 'temperature',
      unit_of_measurement: '°C',
      value_template,
    });
    expect(sensor.read('temperature', text)).toBe('unknown');
    expect(sensor.read('temperature', 'x')).toBe(0);
    expect(built('sensor', { state_topic: 's' }).read('', text)).toBe(text);
  });

  test('in a unit that no capability has keeps its unit', () => {
    const options = { state_topic: 's', device_class: 'temperature', unit_of_measurement: '°Ra' };
    expect(built('sensor', options).affordance('')).toMatchObject({ type: 'number', unit: '°Ra' });
  });

  test('is nothing without a state', () => {
    expect(built('sensor', {}).names).toEqual([]);
    expect(built('sensor', { device_class: 'battery', unit_of_measurement: '%' }).names).toEqual(
      [],
    );
  });
});
