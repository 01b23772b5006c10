import { describe, expect, test } from '@jest/globals';
import { describedEvent, describedProperty } from './affordance.js';
import { symbolOf } from './unit.js';

describe('the symbol of a unit', () => {
  test.each([
    ['percent', '%'],
    ['degree celsius', '°C'],
    ['Celsius', '°C'],
    ['om:degree_Celsius', '°C'],
    ['unit:DEG_F', '°F'],
    ['http://qudt.org/vocab/unit/PERCENT', '%'],
    ['kilowatt-hour', 'kWh'],
    ['micrograms per cubic metre', 'µg/m³'],
  ])('of %s is %s', (unit, symbol) => {
    expect(symbolOf(unit)).toBe(symbol);
  });

  test.each(['°C', 'K', 'm/s', 'furlong', 'iso:unknown', '', 'constructor'])(
    'of %j is the same',
    (unit) => {
      expect(symbolOf(unit)).toBe(unit);
    },
  );

  test('is that of properties and of the data of events', () => {
    const level = { type: 'integer', unit: 'percent' };
    expect(describedProperty(level)).toEqual({ type: 'integer', unit: '%' });
    expect(describedEvent({ data: level })).toEqual({ data: { type: 'integer', unit: '%' } });
    expect(describedEvent(level)).toEqual({ data: { type: 'integer', unit: '%' } });
  });
});
