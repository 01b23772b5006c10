import { expect } from '@jest/globals';
import type { PropertyAffordance } from '@trellis/contracts';
import { vocabulary, type CapabilityDefinition } from '../capabilities/vocabulary.js';
import type { Entity } from '../dispatch.js';

/** What the capabilities define, by the name of the property: one definition or several. */
const definitions = new Map<string, PropertyAffordance[]>();
for (const { properties = {} } of Object.values<CapabilityDefinition>(vocabulary)) {
  for (const [name, affordance] of Object.entries(properties)) {
    definitions.set(name, [...(definitions.get(name) ?? []), affordance]);
  }
}

/** A property with a name of the vocabulary, numbered or not, has its type, unit and range. */
export function expectVocabulary({ id, properties }: Entity): void {
  for (const [name, { type, unit, minimum, maximum }] of Object.entries(properties)) {
    const known = definitions.get(name.replace(/_\d+$/, '')) ?? [];
    if (known.length === 0) continue;
    const conforms = known.some(
      (defined) =>
        defined.type === type &&
        defined.unit === unit &&
        (minimum ?? -Infinity) >= (defined.minimum ?? -Infinity) &&
        (maximum ?? Infinity) <= (defined.maximum ?? Infinity),
    );
    expect({ id, name, type, unit, minimum, maximum, conforms }).toMatchObject({ conforms: true });
  }
}
