import { describe, expect, test } from '@jest/globals';
import { Rejected } from '@trellis/connector-sdk';
import { toRemote, toValue, type Conversion } from './conversion.js';

const number = { type: 'number' } as const;
const celsius = { type: 'number', unit: '°C' } as const;
const percent = { type: 'number', unit: '%', minimum: 0, maximum: 100 } as const;
const onOff = { type: 'boolean' } as const;

describe('the value of a property', () => {
  test.each<[string, Conversion, Parameters<typeof toValue>[1], unknown, unknown]>([
    ['a number', {}, number, 21.5, 21.5],
    ['a number that is a text', {}, number, '-21.5', -21.5],
    ['a text that is no number', {}, number, 'warm', undefined],
    ['an empty text', {}, number, '', undefined],
    ['null', {}, number, null, undefined],
    ['another unit', { remote_unit: '°F' }, celsius, 212, 100],
    ['mireds', { remote_unit: 'mired' }, { type: 'integer', unit: 'K' }, 250, 4000],
    ['a factor and an offset', { factor: 0.1, offset: -40 }, number, 723, 32.3],
    ['a logarithm', { factor: 1e-4, offset: -1e-4, base: 10, decimals: 1 }, number, 20001, 100],
    ['digits', { decimals: 1 }, number, 20.8349, 20.8],
    ['a value out of range', { factor: 100 }, percent, 1.01, undefined],
    ['a number for a boolean', {}, onOff, 1, undefined],
    ['a boolean by a map', { map: [{ from: 1, to: true }] }, onOff, 1, true],
    ['what the map does not have', { map: [{ from: 1, to: true }] }, onOff, 2, undefined],
    [
      'what it otherwise means',
      { map: [{ from: 1, to: true }], otherwise: false },
      onOff,
      2,
      false,
    ],
    ['a map to another type', { map: [{ from: 1, to: 'yes' }] }, onOff, 1, undefined],
    ['an option', {}, { type: 'string', enum: ['eco'] }, 'eco', 'eco'],
    ['what is no option', {}, { type: 'string', enum: ['eco'] }, 'away', undefined],
    ['a number for a text', {}, { type: 'string' }, 7, '7'],
    ['a text that cannot be stored', {}, { type: 'string' }, 'a\u0000', undefined],
    [
      'a color',
      { encoding: 'rgb' },
      { type: 'object' },
      { red: 255, green: 0, blue: 0 },
      { hue: 0, saturation: 100 },
    ],
    ['a color of another kind', { encoding: 'xy' }, { type: 'object' }, { red: 255 }, undefined],
  ])('%s', (_what, conversion, affordance, remote, expected) => {
    expect(toValue(conversion, affordance, remote)).toEqual(expected);
  });
});

describe('what is written', () => {
  test.each<[string, Conversion, Parameters<typeof toRemote>[1], unknown, unknown]>([
    ['a unit', { remote_unit: '°F' }, celsius, 100, 212],
    ['mireds', { remote_unit: 'mired' }, { type: 'integer', unit: 'K' }, 4000, 250],
    ['a factor and an offset', { factor: 0.1, offset: -40 }, number, 32.3, 723],
    ['an integer', { factor: 0.390625, remote_type: 'integer' }, percent, 33, 84],
    ['a level that is hardly on', { factor: 0.390625, remote_type: 'integer' }, percent, 0.1, 1],
    [
      'a level of an API that counts down',
      { factor: -1, offset: 100, remote_type: 'integer' },
      percent,
      0.1,
      99,
    ],
    ['a level that is off', { factor: 0.390625, remote_type: 'integer' }, percent, 0, 0],
    ['a number as a text', { remote_type: 'text' }, number, 33, '33'],
    ['a map', { map: [{ from: 'ON', to: true }] }, onOff, true, 'ON'],
  ])('%s', (_what, conversion, affordance, value, expected) => {
    expect(toRemote(conversion, affordance, value)).toEqual(expected);
  });

  test('is Rejected when the map has nothing for it', () => {
    const map = [{ from: 'ON', to: true }];
    expect(() => toRemote({ map }, onOff, false)).toThrow(Rejected);
  });
});
