import { describe, expect, test } from '@jest/globals';
import { detectedByClass, measuredByClass } from './device-classes.js';

describe('a measuring sensor', () => {
  test('has the property of its class, in the unit of the capability', () => {
    const given = { deviceClass: 'temperature', unit: '°F', value: 68, title: 'Outdoors' };
    expect(measuredByClass(given)).toEqual({
      name: 'temperature',
      capability: 'temperature',
      property: {
        '@type': 'TemperatureProperty',
        type: 'number',
        title: 'Outdoors',
        unit: '°C',
        readOnly: true,
      },
      value: 20,
    });
  });

  test.each([
    ['atmospheric_pressure', 'pressure', 'hPa'],
    ['pm25', 'particulate_matter', '\u03bcg/m³'],
    ['precipitation', 'rain', 'in'],
    ['battery', 'battery', '%'],
  ])('of class %s is the property %s', (deviceClass, name, unit) => {
    const ability = measuredByClass({ deviceClass, unit, value: undefined });
    expect(ability).toMatchObject({ name, capability: name });
    expect(ability).not.toHaveProperty('value');
  });

  test.each([
    ['a class that no capability has', 'monetary', 'EUR'],
    ['a unit that cannot be converted', 'temperature', '%'],
    ['no unit', 'temperature', undefined],
    ['a class that is no text', 5, '°C'],
    ['a member of every object', 'constructor', '°C'],
  ])('with %s has no standard property', (_what, deviceClass, unit) => {
    expect(measuredByClass({ deviceClass, unit, value: 1 })).toBeUndefined();
  });
});

describe('a binary sensor', () => {
  test.each([
    ['motion', 'motion'],
    ['window', 'open'],
    ['moisture', 'leak'],
    ['battery', 'battery_low'],
  ])('of class %s is the property %s', (deviceClass, name) => {
    expect(detectedByClass({ deviceClass, value: false })).toMatchObject({
      name,
      capability: name,
      property: { type: 'boolean', readOnly: true },
      value: false,
    });
  });

  test.each(['running', undefined, 'toString'])('of class %s is no standard one', (deviceClass) => {
    expect(detectedByClass({ deviceClass, value: true })).toBeUndefined();
  });
});
