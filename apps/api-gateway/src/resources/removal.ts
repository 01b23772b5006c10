import { givenUp, relation, type RemovalPreview } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from './hrefs.js';
import { reference, references, toReferences } from './reference.js';
import { flagParameter } from '@trellis/operations';

const removalResource = z
  .object({
    clients: references,
    things: references,
    links: z.array(
      reference.extend({
        relation: relation.describe('The list of the unit in which the link is.'),
        thing: reference.optional().describe('The thing in the unit, when it goes.'),
      }),
    ),
  })
  .meta({ id: 'Removal' });
export type RemovalResource = z.output<typeof removalResource>;

export const removalQuery = z.strictObject({
  dry_run: flagParameter('Changes nothing and answers what would be removed.'),
});

export const clientRemovalQuery = removalQuery.extend({
  force: flagParameter('Answers what the remote technology refused, and was given up.'),
});

/** The answer to `dry_run` or `force`. */
export const clientRemovalAnswer = {
  200: {
    description: 'What would be removed (`dry_run`), or what was given up (`force`)',
    body: z.union([removalResource, z.object({ given_up: z.array(givenUp) })]),
  },
} as const;

/** The answer to `dry_run`, as a row of an operation declares it. */
export const previewAnswer = {
  200: { description: 'What would be removed (`dry_run`)', body: removalResource },
} as const;

export function removalToJson(
  { clients, things, memberships }: RemovalPreview,
  hrefs: Hrefs,
): RemovalResource {
  return {
    clients: toReferences(clients, hrefs.client),
    things: toReferences(things, hrefs.thing),
    links: memberships.map(({ thing, unit }) => ({
      relation: 'things',
      href: hrefs.unit(unit),
      thing: { href: hrefs.thing(thing) },
    })),
  };
}
