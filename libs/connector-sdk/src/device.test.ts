import { describe, expect, test } from '@jest/globals';
import { terms } from '@trellis/contracts';
import { property, type PropertyAffordance } from './device.js';
import { vocabulary, type CapabilityDefinition } from './vocabulary.js';

const typeOf = (affordance: PropertyAffordance) => property('a', affordance, {}).property['@type'];

describe('a property that no capability defines', () => {
  test.each<[string, PropertyAffordance, string | undefined]>([
    ['a unit', { type: 'number', unit: 'VA' }, 'quantitykind:ApparentPower'],
    ['the Greek mu', { type: 'number', unit: '\u03bcS/cm' }, 'quantitykind:ElectricConductivity'],
    ['a class', { type: 'number', unit: '%', device_class: 'moisture' }, 'trellis:Moisture'],
    ['a range', { type: 'number', unit: 's', minimum: 0, maximum: 9 }, 'LevelProperty'],
    ['options', { type: 'string', enum: ['a', 'b'] }, 'trellis:Choice'],
    ['the class of options', { type: 'string', device_class: 'enum' }, 'trellis:Choice'],
    ['a time', { type: 'string', format: 'date-time' }, 'saref:Time'],
    ['two values', { type: 'boolean' }, 'BooleanProperty'],
    ['an unknown unit', { type: 'number', unit: 'lumps' }, undefined],
    ['any text', { type: 'string' }, undefined],
    ['a role', { type: 'number', unit: 'V', role: 'diagnostic' }, undefined],
    ['a type of its own', { '@type': 'saref:Price', type: 'number', unit: 'V' }, 'saref:Price'],
  ])('with %s has the type that it states', (_what, affordance, expected) => {
    expect(typeOf(affordance)).toBe(expected);
  });
});

test('each primary property of a capability has a type, and each own term exists', () => {
  const properties = Object.values<CapabilityDefinition>(vocabulary).flatMap((one) =>
    Object.entries(one.properties ?? {}),
  );
  for (const [name, affordance] of properties) {
    const type = affordance['@type'];
    if ((affordance.role ?? 'primary') === 'primary') expect({ name, type }).not.toEqual({ name });
    const own = typeof type === 'string' && /^trellis:(.*)$/.exec(type)?.[1];
    if (own) expect(Object.keys(terms)).toContain(own);
  }
});
