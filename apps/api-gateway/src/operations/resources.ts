import { z } from 'zod';
import type { Hrefs } from '../http/href.js';

/** One resource pointing to another. */
export const reference = z
  .object({ href: z.url().meta({ description: 'Address of the referenced resource.' }) })
  .meta({ id: 'Reference' });
export type Reference = z.infer<typeof reference>;
export const references = z.array(reference);

export const createdId = z.object({ id: z.string() });

export const removalQuery = z.strictObject({
  dry_run: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Changes nothing and answers what would go.' }),
});

/** What a removal would take along. */
export const removal = z
  .object({
    clients: references,
    things: references,
    links: z.array(reference.extend({ relation: z.string() }).loose()),
  })
  .meta({ id: 'Removal' });

/** What the removal of clients would take along, as resources. */
export function showRemoval(
  removed: { clients: string[]; things: string[]; places: { thing: string; unit: string }[] },
  hrefs: Hrefs,
): z.infer<typeof removal> {
  return {
    clients: removed.clients.map((id) => ({ href: hrefs.client(id) })),
    things: removed.things.map((id) => ({ href: hrefs.thing(id) })),
    links: removed.places.map(({ thing, unit }) => ({
      relation: 'things',
      href: hrefs.unit(unit),
      thing: { href: hrefs.thing(thing) },
    })),
  };
}
