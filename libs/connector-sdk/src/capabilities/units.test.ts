import { describe, expect, test } from '@jest/globals';
import { convertUnit, isConvertible } from './device-classes.js';

describe('a value', () => {
  test.each([
    [212, '°F', 100, '°C'],
    [-40, '°F', -40, '°C'],
    [293.15, 'K', 20, '°C'],
    [300, 'K', 80.33, '°F'],
    [1.013, 'bar', 1013, 'hPa'],
    [101_300, 'Pa', 1013, 'hPa'],
    [1013, 'mbar', 1013, 'hPa'],
    [29.53, 'inHg', 1000, 'hPa'],
    [1.2, 'kW', 1200, 'W'],
    [500, 'mW', 0.5, 'W'],
    [1500, 'Wh', 1.5, 'kWh'],
    [0.25, 'MWh', 250, 'kWh'],
    [230_000, 'mV', 230, 'V'],
    [40, 'mA', 0.04, 'A'],
    [10, 'm/s', 36, 'km/h'],
    [1, 'in', 25.4, 'mm'],
    [7, 'lx', 7, 'lx'],
    [7, '\u03bcg/m³', 7, '\u00b5g/m³'],
  ])('of %d %s is %d %s, both ways', (one, from, other, to) => {
    expect(isConvertible(from, to)).toBe(true);
    const digits = Math.abs(other) >= 1000 ? 0 : 1;
    expect(convertUnit(one, from, to)).toBeCloseTo(other, digits);
    expect(convertUnit(other, to, from)).toBeCloseTo(one, Math.abs(one) > 10_000 ? -1 : 2);
  });

  test('that is a temperature is rounded to three decimal places', () => {
    expect(convertUnit(70, '°F', '°C')).toBe(21.111);
    expect(convertUnit(-17.7778, '°C', '°F')).toBe(0);
    expect(convertUnit(21.1111, '°C', '°C')).toBe(21.1111);
  });

  test.each([
    [0.4, 'Wh', 0.0004, 'kWh'],
    [0.00012, 'mA', 0.00000012, 'A'],
    [123_456_789, 'Wh', 123_456.789, 'kWh'],
    [12.345678, 'W', 0.0123457, 'kW'],
    [0.3, 'm/s', 1.08, 'km/h'],
    [0, 'Wh', 0, 'kWh'],
    [1e-120, 'Wh', 0, 'kWh'],
  ])(
    'of %d %s is %d %s: small ones keep their digits, and large ones too',
    (one, from, other, to) => {
      expect(convertUnit(one, from, to)).toBe(other);
    },
  );

  test.each([
    ['Wh', 'kWh'],
    ['mW', 'W'],
    ['psi', 'hPa'],
    ['mph', 'km/h'],
    ['in', 'mm'],
  ])('in %s keeps five significant digits at least on the way to %s and back', (unit, standard) => {
    for (let exponent = -12; exponent <= 9; exponent += 1) {
      const value = Number(`1.23456e${exponent}`);
      const back = convertUnit(convertUnit(value, unit, standard), standard, unit);
      expect(back.toPrecision(5)).toBe(value.toPrecision(5));
    }
  });
});

test.each([
  ['°C', '%'],
  ['W', 'kWh'],
  ['parsec', 'mm'],
  ['mm', 'parsec'],
  ['toString', 'valueOf'],
])('%s cannot be converted to %s', (from, to) => {
  expect(isConvertible(from, to)).toBe(false);
});
