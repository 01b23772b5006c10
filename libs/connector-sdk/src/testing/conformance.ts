import { expect } from '@jest/globals';
import { thingState } from '@trellis/contracts';
import { z } from 'zod';
import { vocabulary, type CapabilityDefinition, type CapabilityName } from '../vocabulary.js';
import { kindOf, type ActionAffordance, type Device, type PropertyAffordance } from '../device.js';
import type { Entity } from '../entity.js';

const capabilities = Object.entries<CapabilityDefinition>(vocabulary);

/** Removes the number from a name such as `on_1`. */
const withoutNumber = (name: string): string => name.replace(/_\d+$/, '');

/**
 * Expects a device to use the names of the vocabulary as defined: with its types, units, ranges and `@type`, and the
 * types of the capability.
 */
export function expectVocabulary({ id, types, properties, actions }: Entity): void {
  for (const [name, affordance] of Object.entries(properties)) {
    const defining = capabilities.filter(([, one]) => one.properties?.[withoutNumber(name)]);
    // A text may have another meaning: the `mode` of a fan is not that of a thermostat.
    if (defining.length === 0 || isTextOfItsOwn(affordance)) continue;
    const isKnown = defining.some(
      ([, one]) =>
        conformsTo(affordance, one.properties![withoutNumber(name)]!) &&
        one.types.every((type) => types.includes(type)),
    );
    expect({ id, types, property: name, affordance, isKnown }).toMatchObject({ isKnown: true });
  }
  for (const [name, affordance] of Object.entries(actions)) {
    for (const type of typesOfAction(withoutNumber(name))) {
      expect({ id, action: name, ...affordance }).toMatchObject({ '@type': type });
    }
  }
}

const isTextOfItsOwn = (affordance: PropertyAffordance): boolean =>
  affordance.type === 'string' && affordance['@type'] === undefined;

/** Returns `@type` of an action with this name, where the vocabulary defines one. */
const typesOfAction = (name: string): string[] =>
  capabilities.flatMap(([, { actions }]) => [actions?.[name]?.['@type'] ?? []].flat());

function conformsTo(affordance: PropertyAffordance, defined: PropertyAffordance): boolean {
  const isWithin =
    (affordance.minimum ?? -Infinity) >= (defined.minimum ?? -Infinity) &&
    (affordance.maximum ?? Infinity) <= (defined.maximum ?? Infinity);
  const isSubset = (affordance.enum ?? []).every((one) => defined.enum?.includes(one) ?? true);
  const isSame = (['@type', 'type', 'unit', 'properties'] as const).every(
    (term) => JSON.stringify(affordance[term]) === JSON.stringify(defined[term]),
  );
  return isWithin && isSubset && isSame;
}

/** Expects the abilities of a device to have unique names, and those of capabilities to conform to them. */
export function expectAbilities({ id, abilities }: Device): void {
  const names = abilities.map((one) => `${kindOf(one)} ${one.name}`);
  expect({ id, names }).toEqual({ id, names: [...new Set(names)] });
  for (const ability of abilities) {
    // No capability defines an event.
    if (ability.capability === undefined || 'event' in ability) continue;
    const name = withoutNumber(ability.name);
    const isConformant =
      'property' in ability
        ? conformsTo(ability.property, propertyOf(ability.capability, name))
        : actionOf(ability.capability, name)['@type'] === ability.action['@type'];
    expect({ id, ability, isConformant }).toMatchObject({ isConformant: true });
  }
}

function propertyOf(capability: CapabilityName, name: string): PropertyAffordance {
  const { properties = {} }: CapabilityDefinition = vocabulary[capability];
  expect({ capability, properties: Object.keys(properties) }).toMatchObject({
    properties: expect.arrayContaining([name]),
  });
  return properties[name]!;
}

function actionOf(capability: CapabilityName, name: string): ActionAffordance {
  const { actions = {} }: CapabilityDefinition = vocabulary[capability];
  expect({ capability, actions: Object.keys(actions) }).toMatchObject({
    actions: expect.arrayContaining([name]),
  });
  return actions[name]!;
}

/** Expects the values of a device to conform to the data schemas of its properties, including units and ranges. */
export function expectValues({ id, abilities }: Device): void {
  for (const ability of abilities) {
    if (!('property' in ability) || ability.value === undefined) continue;
    const { name, property: schema, value } = ability;
    const { error } = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(value);
    expect({ id, name, schema, value, issues: error?.issues ?? [] }).toMatchObject({ issues: [] });
  }
}

/** Expects a device to be a valid thing. */
export function expectThing(entity: Entity): void {
  const { id, values, handle } = entity;
  expect(id.length).toBeGreaterThan(0);
  expect(id.length).toBeLessThanOrEqual(512);
  expect(handle?.length ?? 0).toBeLessThanOrEqual(1024);
  expect(thingState.safeParse(entity).error).toBeUndefined();
  for (const value of Object.values(values)) expect(value).not.toBeUndefined();
}
