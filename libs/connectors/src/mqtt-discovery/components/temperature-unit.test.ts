import { describe, expect, test } from '@jest/globals';
import type { Publication } from '../component-kind.js';
import { devicesOf, properties, retained, values } from '../testing/fixtures.js';

const topics = {
  current_temperature_topic: 'current',
  temperature_state_topic: 'target',
  temperature_command_topic: 'target/set',
};
const readings = [retained('current', '68'), retained('target', '70'), retained('n', '59')];

const found = (unit: 'C' | 'F' | undefined, kind: string, options: object) =>
  devicesOf([retained(`homeassistant/${kind}/one/config`, options), ...readings], unit)[0]!;

const property = (device: ReturnType<typeof found>, name: string) =>
  properties(device).find((one) => one.name === name)!;

function written(device: ReturnType<typeof found>, name: string, value: number) {
  const publications = property(device, name).write!(value) as Publication[];
  return publications.map(({ topic, payload }) => `${topic} ${payload}`);
}

describe('in a house with degrees Fahrenheit', () => {
  test.each(['climate', 'water_heater'])('a %s without a unit is converted', (kind) => {
    const device = found('F', kind, { ...topics, min_temp: 35, max_temp: 90 });
    expect(values(device)).toMatchObject({ temperature: 20 });
    expect(values(device).target_temperature).toBeCloseTo(21.1, 1);
    const { minimum, maximum } = property(device, 'target_temperature').property;
    expect([minimum, maximum].map((limit) => Number(limit).toFixed(1))).toEqual(['1.7', '32.2']);
    expect(written(device, 'target_temperature', 21)).toEqual(['target/set 69.8']);
  });

  test('one that states its unit has that', () => {
    const device = found('F', 'climate', { ...topics, temperature_unit: 'C' });
    expect(values(device)).toEqual({ temperature: 68, target_temperature: 70 });
  });

  const temperature = { device_class: 'temperature', state_topic: 'n' };

  test.each([{}, { unit_of_measurement: '' }, { unit_of_measurement: null }])(
    'a sensor of temperatures with %j is converted',
    (unit) => {
      expect(values(found('F', 'sensor', { ...temperature, ...unit }))).toEqual({
        temperature: 15,
      });
    },
  );

  test('a sensor that states its unit has that, and one that is no temperature has none', () => {
    const celsius = { ...temperature, unit_of_measurement: '°C' };
    expect(values(found('F', 'sensor', celsius))).toEqual({ temperature: 59 });
    const humidity = { state_topic: 'n', device_class: 'humidity' };
    const [ability] = properties(found('F', 'sensor', humidity));
    expect(ability).toMatchObject({ name: 'one', value: 59 });
    expect(ability!.property.unit).toBeUndefined();
  });

  test('a number that is a temperature is converted both ways', () => {
    const device = found('F', 'number', {
      ...temperature,
      command_topic: 'n/set',
      min: 32,
      max: 212,
    });
    expect(property(device, 'one')).toMatchObject({
      value: 15,
      property: { unit: '°C', minimum: 0, maximum: 100 },
    });
    expect(written(device, 'one', 21)).toEqual(['n/set 69.8']);
  });
});

test('a house has degrees Celsius unless its client says otherwise', () => {
  expect(values(found(undefined, 'climate', topics))).toEqual({
    temperature: 68,
    target_temperature: 70,
  });
  const sensor = { device_class: 'temperature', state_topic: 'n' };
  expect(values(found(undefined, 'sensor', sensor))).toEqual({ temperature: 59 });
});
