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

  test('is rounded to three decimal places', () => {
    expect(convertUnit(70, '°F', '°C')).toBe(21.111);
    expect(convertUnit(21.1111, '°C', '°C')).toBe(21.1111);
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
