import { describe, expect, test } from '@jest/globals';
import { Rejected } from '@trellis/connector-sdk';
import { callOf, propertyOf, valuesOf } from '../testing/abilities.js';
import { abilitiesOf } from './index.js';

describe('a thermostat in a house that is set to °F', () => {
  const attributes = {
    supported_features: 1 + 2,
    hvac_modes: ['off', 'heat_cool'],
    current_temperature: 70.7,
    min_temp: 44,
    max_temp: 95,
    target_temp_step: 1,
    temperature: 68,
    target_temp_low: 59,
    target_temp_high: 77,
  };

  test('shows temperatures and limits in °C, without the step', () => {
    expect(valuesOf('climate.a', 'heat_cool', attributes)).toMatchObject({
      temperature: 21.5,
      target_temperature: 20,
      target_temperature_low: 15,
      target_temperature_high: 25,
      mode: 'heat_cool',
    });
    const target = propertyOf('target_temperature', 'climate.a', 'off', attributes);
    expect(target).toMatchObject({ unit: '°C', minimum: 6.667, maximum: 35 });
    expect(target).not.toHaveProperty('multipleOf');
  });

  test.each([
    [21, 69.8],
    [21.3, 70.3],
    [35, 95],
    // The lowest temperature that is shown is 44.001 °F.
    [6.667, 44],
  ])('takes %p °C as %p °F', (celsius, temperature) => {
    expect(callOf('target_temperature', celsius, 'climate.a', 'heat', attributes)).toEqual([
      'climate.set_temperature',
      { temperature },
    ]);
  });

  test('never gets a temperature beyond its limits because of rounding', () => {
    const narrow = { ...attributes, min_temp: 44.06, max_temp: 44.06 };
    const { minimum } = propertyOf('target_temperature', 'climate.a', 'heat', narrow)!;
    expect(callOf('target_temperature', minimum, 'climate.a', 'heat', narrow)).toEqual([
      'climate.set_temperature',
      { temperature: 44.06 },
    ]);
  });

  test('gets both ends of a range', () => {
    expect(callOf('target_temperature_high', 30, 'climate.a', 'heat_cool', attributes)).toEqual([
      'climate.set_temperature',
      { target_temp_low: 59, target_temp_high: 86 },
    ]);
    const frost = { ...attributes, min_temp: 32, target_temp_low: 32 };
    expect(callOf('target_temperature_high', 30, 'climate.a', 'heat_cool', frost)).toEqual([
      'climate.set_temperature',
      { target_temp_low: 32, target_temp_high: 86 },
    ]);
    const heating = { ...attributes, target_temp_low: null };
    expect(() => callOf('target_temperature_high', 30, 'climate.a', 'heat', heating)).toThrow(
      Rejected,
    );
  });

  test('is followed by water heaters', () => {
    const water = { ...attributes, current_temperature: 122, temperature: 140, max_temp: 149 };
    expect(valuesOf('water_heater.a', 'eco', water)).toMatchObject({
      temperature: 50,
      target_temperature: 60,
    });
    expect(callOf('target_temperature', 55, 'water_heater.a', 'eco', water)).toEqual([
      'water_heater.set_temperature',
      { temperature: 131 },
    ]);
  });
});

describe('a thermostat in a house that is set to °C', () => {
  const target = (target_temp_step: number) => {
    const attributes = { supported_features: 1, min_temp: 7, max_temp: 30, target_temp_step };
    const units = { temperature: '°C' };
    return abilitiesOf({ entity_id: 'climate.a', state: 'heat', attributes }, units, 'http://house')
      .filter((ability) => 'property' in ability)
      .find(({ name }) => name === 'target_temperature')!;
  };

  test('has the limits and the step of the device', () => {
    expect(target(0.5).property).toMatchObject({ minimum: 7, maximum: 30, multipleOf: 0.5 });
    expect(target(0.1).property).not.toHaveProperty('multipleOf');
  });

  test('gets temperatures as they are written', () => {
    expect(target(0.1).write!(19.35 as never)).toMatchObject({ data: { temperature: 19.35 } });
  });
});
