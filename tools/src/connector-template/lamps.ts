import { affordances, type Entity } from '@trellis/connector-sdk';
import { z } from 'zod';

/** What the hub answers. */
export const lamps = z.array(
  z.looseObject({
    id: z.string().min(1).max(512),
    name: z.string().min(1).max(256),
    on: z.boolean(),
    brightness: z.number(),
  }),
);

/** The lamps as things. */
export function entitiesOf(found: z.infer<typeof lamps>): Entity[] {
  return found.map(({ id, name, on, brightness }) => ({
    id,
    title: name,
    properties: { on: affordances.onOff, brightness: affordances.level('Brightness') },
    values: { on, brightness },
  }));
}
