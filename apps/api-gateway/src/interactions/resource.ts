import { interaction, Problem, type Interaction } from '@trellis/contracts';
import { z } from 'zod';
import { problemDocument, problemToJson } from '@trellis/operations';
import type { Hrefs } from '../context/hrefs.js';
import { reference } from '../resources/reference.js';

export const interactionResource = interaction
  .extend({
    href: z.url(),
    thing: reference,
    problem: problemDocument.optional(),
  })
  .meta({ id: 'Interaction' });
export type InteractionResource = z.output<typeof interactionResource>;

export function interactionToJson(
  { id, thing, problem, ...interaction }: Interaction,
  hrefs: Hrefs,
): InteractionResource {
  return {
    id,
    href: hrefs.interaction(id),
    thing: { href: hrefs.thing(thing) },
    ...interaction,
    // What the request would have been answered with, had it waited.
    ...(problem && { problem: problemToJson(Problem.fromData(problem), hrefs, id) }),
  };
}
