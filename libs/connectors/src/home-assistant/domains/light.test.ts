import { expect, test } from '@jest/globals';
import { callOf, namesOf, propertiesOf, propertyOf, valuesOf } from '../testing/abilities.js';
import { dataOf } from './domain.js';

test.each<[string[], string[]]>([
  [['onoff'], ['on']],
  [['brightness'], ['on', 'brightness']],
  [['white'], ['on', 'brightness']],
  [['color_temp'], ['on', 'brightness', 'color_temperature']],
  [['xy'], ['on', 'brightness', 'color']],
  [
    ['color_temp', 'rgbww'],
    ['on', 'brightness', 'color_mode', 'color_temperature', 'color'],
  ],
])('a light with the color modes %j has %j', (supported_color_modes, properties) => {
  const names = namesOf('light.a', 'on', { supported_color_modes });
  expect(names).toEqual({ properties, actions: [] });
});

test('a light that is off has no brightness; one that is hardly on has some', () => {
  const modes = { supported_color_modes: ['brightness'] };
  const off = valuesOf('light.a', 'off', { ...modes, brightness: null });
  expect(off).toEqual({ on: false, brightness: null });
  expect(valuesOf('light.a', 'on', { ...modes, brightness: 1 })).toMatchObject({ brightness: 0.4 });
  expect(valuesOf('light.a', 'on', { ...modes, brightness: 255 })).toMatchObject({
    brightness: 100,
  });
});

test.each([
  [100, 255],
  [50, 128],
  [0.1, 1],
])('a light is set to %f %% as the step %i', (percent, brightness) => {
  const modes = { supported_color_modes: ['brightness'] };
  expect(callOf('brightness', percent, 'light.a', 'off', modes)).toEqual([
    'light.turn_on',
    { brightness },
  ]);
});

test('a light changes in a given time if it has the feature', () => {
  const attributes = { supported_color_modes: ['hs'], supported_features: 32 };
  const gradual = ['on', 'brightness', 'color'];
  for (const name of gradual) {
    expect(propertyOf(name, 'light.a', 'on', attributes)?.transition).toBe(true);
    const without = { ...attributes, supported_features: 4 };
    expect(propertyOf(name, 'light.a', 'on', without)?.transition).toBeUndefined();
  }
  const [on, brightness] = propertiesOf('light.a', 'on', attributes);
  expect(dataOf(on!.write!(false, 1_500))).toEqual({ transition: 1.5 });
  expect(dataOf(brightness!.write!(100, 500))).toEqual({ transition: 0.5, brightness: 255 });
});

test.each([
  ['hs', 'color'],
  ['rgbww', 'color'],
  ['color_temp', 'color_temperature'],
  ['white', null],
  [null, null],
  ['other', null],
])('a light with the color mode %s has %s', (color_mode, expected) => {
  const attributes = { supported_color_modes: ['color_temp', 'hs'], color_mode };
  expect(valuesOf('light.a', 'on', attributes)).toMatchObject({ color_mode: expected });
});

test('a light has the range of its color temperatures, and its effects', () => {
  const attributes = {
    supported_color_modes: ['color_temp', 'hs'],
    supported_features: 4,
    min_color_temp_kelvin: 2202.6,
    max_color_temp_kelvin: 6535.9,
    effect_list: ['candle', 'prism'],
    effect: 'prism',
  };
  expect(propertyOf('color_temperature', 'light.a', 'on', attributes)).toMatchObject({
    unit: 'K',
    minimum: 2203,
    maximum: 6535,
  });
  expect(valuesOf('light.a', 'on', attributes)).toMatchObject({ effect: 'prism' });
  expect(callOf('effect', 'candle', 'light.a', 'on', attributes)).toEqual([
    'light.turn_on',
    { effect: 'candle' },
  ]);
  expect(callOf('color', { hue: 20, saturation: 80 }, 'light.a', 'on', attributes)).toEqual([
    'light.turn_on',
    { hs_color: [20, 80] },
  ]);
});
