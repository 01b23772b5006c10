import { expect, test } from '@jest/globals';
import { capability, shownAs } from '@trellis/contracts';
import { vocabulary, type CapabilityDefinition } from './vocabulary.js';

const definitions: [string, CapabilityDefinition][] = Object.entries(vocabulary);

test('things can be found by every capability', () => {
  expect([...capability.options].sort()).toEqual(definitions.map(([name]) => name).sort());
});

test.each(definitions)(
  'what has the capability %s shows it',
  (name, { types, properties = {} }) => {
    const { type, property } = shownAs(capability.parse(name));
    expect(types).toContain(type);
    if (property !== undefined) expect(Object.keys(properties)).toContain(property);
  },
);
