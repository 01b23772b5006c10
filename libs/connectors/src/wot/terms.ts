import { isPlainText } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Surroundings } from './form.js';

/** The context of forms, and of the links of WebThings. */
export interface BothSurroundings {
  around: Surroundings;
  asWebThing: Surroundings;
}

/** The most properties, actions, and events of one thing. */
const maxAffordances = 500;

/** An object in a description; anything else counts as empty. */
export const members = z.record(z.string(), z.unknown()).catch({});

/** Adds the defaults of `uriVariables`; those of an affordance override those of the thing. */
export function withVariables(around: Surroundings, own: unknown): Surroundings {
  const schemas = { ...around.variables, ...members.parse(own) };
  const schema = z.looseObject({ default: z.unknown().optional(), const: z.unknown().optional() });
  const variables = Object.entries(schemas).map(([name, given]) => {
    const { data } = schema.safeParse(given);
    return [name, data?.default ?? data?.const];
  });
  return { ...around, variables: Object.fromEntries(variables) as Record<string, unknown> };
}

/** Yields the properties, actions or events of a description: objects whose names a thing can have. */
export function* affordancesOf(given: Record<string, unknown>) {
  for (const [name, one] of Object.entries(given).slice(0, maxAffordances)) {
    const { data: terms } = z.looseObject({}).safeParse(one);
    if (terms && isPlainText(name)) yield { name, terms: terms as Record<string, unknown> };
  }
}
