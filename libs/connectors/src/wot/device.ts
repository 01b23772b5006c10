import { event, type Ability, type Device } from '@trellis/connector-sdk';
import type { Command } from './send.js';
import type { DescribedThing } from './thing.js';

/** A thing as a device, with the values that were read; undefined when they could not be. */
export function deviceOf(
  { id, title, description, types, properties, actions, events }: DescribedThing,
  values: Record<string, unknown> | undefined,
): Device<Command> {
  const propertyAbilities = [...properties].map(
    ([name, { affordance, write: forms, media }]): Ability<Command> => ({
      name,
      property: affordance,
      ...(values && Object.hasOwn(values, name) && { value: values[name] }),
      ...(values && media !== undefined && { value: media }),
      ...(forms.length > 0 && {
        write: (value: unknown): Command => ({ kind: 'write', forms, value }),
      }),
    }),
  );
  const actionAbilities = [...actions].map(([name, { affordance, bind }]): Ability<Command> => ({
    name,
    action: affordance,
    invoke: (input: unknown): Command => ({ kind: 'invoke', ...bind(input) }),
  }));
  const eventAbilities = [...events].map(([name, affordance]) => event(name, affordance));
  return {
    id,
    title,
    ...(description !== undefined && { description }),
    types,
    abilities: [...propertyAbilities, ...actionAbilities, ...eventAbilities],
    available: values !== undefined,
  };
}
