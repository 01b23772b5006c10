import { expect } from '@jest/globals';
import { splitName, thingState } from '@trellis/contracts';
import { z } from 'zod';
import {
  isMain,
  vocabulary,
  type CapabilityDefinition,
  type CapabilityName,
} from '../vocabulary.js';
import { kindOf, type ActionAffordance, type Device, type PropertyAffordance } from '../device.js';
import type { Entity } from '../entity.js';
import {
  abilitiesWithoutType,
  conformsTo,
  typesWithoutAbility,
} from '../capabilities/conforming.js';

const capabilities = Object.entries<CapabilityDefinition>(vocabulary) as [
  CapabilityName,
  CapabilityDefinition,
][];

const withoutNumber = (name: string): string => splitName(name).base;

/**
 * Expects a device to use the names of the vocabulary as defined: with its types, units, ranges, roles and `@type`. It has
 * the types of the capabilities whose main abilities it has, and no others.
 */
export function expectVocabulary(entity: Entity): void {
  const { id, types, properties, actions } = entity;
  for (const [name, affordance] of Object.entries(properties)) {
    const defining = capabilities.filter(([, one]) => one.properties?.[withoutNumber(name)]);
    // A text may have another meaning: the `mode` of a fan is not that of a thermostat.
    if (defining.length === 0 || isTextOfItsOwn(affordance)) continue;
    const isKnown = defining.some(
      ([capability, one]) =>
        conformsTo(affordance, one.properties![withoutNumber(name)]!) &&
        (!isMain(capability, name) || one.types.every((type) => types.includes(type))),
    );
    expect({ id, types, property: name, affordance, isKnown }).toMatchObject({ isKnown: true });
  }
  for (const [name, affordance] of Object.entries(actions)) {
    for (const [capability, type] of typesOfAction(withoutNumber(name))) {
      const needed = isMain(capability, name) ? vocabulary[capability].types : [];
      expect({ id, types, action: name, ...affordance }).toMatchObject({
        '@type': type,
        types: expect.arrayContaining([...needed]),
      });
    }
  }
}

/** Expects a thing of a type to have the main ability of a capability with this type, and the other way round. */
export function expectMainAbilities(entity: Entity): void {
  const { id, types, properties, actions, events } = entity;
  expect({
    id,
    types,
    names: Object.keys({ ...properties, ...actions, ...events }),
    withoutAbility: typesWithoutAbility(entity),
    withoutType: abilitiesWithoutType(entity),
  }).toMatchObject({ withoutAbility: [], withoutType: [] });
}

const isTextOfItsOwn = ({ type, '@type': meaning }: PropertyAffordance): boolean =>
  type === 'string' && (meaning === undefined || meaning === 'trellis:Choice');

/** Returns `@type` of an action with this name in each capability that defines one. */
const typesOfAction = (name: string): [CapabilityName, unknown][] =>
  capabilities.flatMap(([capability, { actions }]): [CapabilityName, unknown][] => {
    const type = actions?.[name]?.['@type'];
    return type === undefined ? [] : [[capability, type]];
  });

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
