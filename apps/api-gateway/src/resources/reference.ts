import { z } from 'zod';

/** How one resource points to another. */
export const reference = z
  .object({ href: z.url().meta({ description: 'Address of the referenced resource.' }) })
  .meta({ id: 'Reference' });
export type Reference = z.output<typeof reference>;

export const references = z.array(reference);

/** References to resources by their ids. */
export const toReferences = (ids: string[], href: (id: string) => string): Reference[] =>
  ids.map((id) => ({ href: href(id) }));

/** What the creation of a resource answers. */
export const createdId = z
  .object({ id: z.guid().meta({ description: 'The id of what was created.' }) })
  .meta({ id: 'Created' });
