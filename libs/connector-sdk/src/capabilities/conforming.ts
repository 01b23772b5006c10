import { splitName } from '@trellis/contracts';
import type { PropertyAffordance } from '../device.js';
import type { Entity } from '../entity.js';
import {
  isMain,
  vocabulary,
  type CapabilityDefinition,
  type CapabilityName,
} from '../vocabulary.js';

const capabilities = Object.entries<CapabilityDefinition>(vocabulary) as [
  CapabilityName,
  CapabilityDefinition,
][];

/** Tells whether a property is as a capability defines it: type, unit, role and `@type` are equal, limits and options within. */
export function conformsTo(affordance: PropertyAffordance, defined: PropertyAffordance): boolean {
  const isWithin =
    (affordance.minimum ?? -Infinity) >= (defined.minimum ?? -Infinity) &&
    (affordance.maximum ?? Infinity) <= (defined.maximum ?? Infinity);
  const isSubset = (affordance.enum ?? []).every((one) => defined.enum?.includes(one) ?? true);
  const isSame = (['@type', 'type', 'unit', 'properties'] as const).every(
    (term) => JSON.stringify(affordance[term]) === JSON.stringify(defined[term]),
  );
  const isInRole = (affordance.role ?? 'primary') === (defined.role ?? 'primary');
  const isAsReadOnly = !defined.readOnly || affordance.readOnly === true;
  return isWithin && isSubset && isSame && isInRole && isAsReadOnly;
}

const definitionOf = (capability: CapabilityName, name: string): PropertyAffordance | undefined =>
  (vocabulary[capability] as CapabilityDefinition).properties?.[splitName(name).base];

/** Tells whether a property is a main ability of a capability. */
const isMainProperty = (capability: CapabilityName, name: string, given: PropertyAffordance) => {
  const defined = definitionOf(capability, name);
  return defined !== undefined && isMain(capability, name) && conformsTo(given, defined);
};

const isMainAction = (capability: CapabilityName, name: string): boolean => {
  const { actions = {} }: CapabilityDefinition = vocabulary[capability];
  return Object.hasOwn(actions, splitName(name).base) && isMain(capability, name);
};

type Described = Pick<Entity, 'types' | 'properties' | 'actions' | 'events'>;

function hasMainOf(capability: CapabilityName, { properties, actions, events }: Described) {
  return (
    Object.entries(properties).some(([name, one]) => isMainProperty(capability, name, one)) ||
    Object.keys(actions).some((name) => isMainAction(capability, name)) ||
    (capability === 'button' && Object.keys(events).length > 0)
  );
}

/** Returns the types of a thing that stand for capabilities of which it has no main ability. */
export const typesWithoutAbility = (thing: Described): string[] =>
  thing.types.filter((type) => {
    const typed = capabilities.filter(([, { types }]) => types.includes(type));
    return typed.length > 0 && !typed.some(([capability]) => hasMainOf(capability, thing));
  });

/** Returns the main properties and actions of capabilities for which a thing lacks the types of each of them. */
export function abilitiesWithoutType({ types, properties, actions }: Described): string[] {
  const lacksAll = (isOf: (capability: CapabilityName) => boolean): boolean => {
    const defining = capabilities.filter(([capability]) => isOf(capability));
    const isTyped = defining.some(([, one]) => one.types.every((type) => types.includes(type)));
    return defining.length > 0 && !isTyped;
  };
  return [
    ...Object.entries(properties)
      .filter(([name, one]) => lacksAll((capability) => isMainProperty(capability, name, one)))
      .map(([name]) => name),
    ...Object.keys(actions).filter((name) =>
      lacksAll((capability) => isMainAction(capability, name)),
    ),
  ];
}
