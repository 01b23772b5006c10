import { event, type Ability, type Device } from '@trellis/connector-sdk';
import type { Command } from './send.js';
import type { DescribedThing } from './thing.js';

/** Converts a thing to a device with the values that were read; they are undefined when it could not be read. */
export function deviceOf(
  { id, title, description, types, properties, actions, events, writeSeveral }: DescribedThing,
  values: Record<string, unknown> | undefined,
): Device<Command> {
  const propertyAbilities = [...properties].map(
    ([name, { affordance, write: forms, media }]): Ability<Command> => ({
      name,
      property: affordance,
      value: values && (media ?? (Object.hasOwn(values, name) ? values[name] : undefined)),
      write:
        forms.length > 0
          ? (value: unknown): Command => ({
              kind: 'write',
              name,
              forms,
              value,
              several: writeSeveral,
            })
          : undefined,
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
    description,
    types,
    abilities: [...propertyAbilities, ...actionAbilities, ...eventAbilities],
    available: values !== undefined,
  };
}
