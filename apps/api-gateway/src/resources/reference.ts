import { z } from 'zod';

export const reference = z
  .object({ href: z.url().describe('Address of the referenced resource.') })
  .meta({ id: 'Reference' });
export type Reference = z.output<typeof reference>;

export const references = z.array(reference);

export const toReferences = (ids: string[], href: (id: string) => string): Reference[] =>
  ids.map((id) => ({ href: href(id) }));

/** The answer to the creation of a resource. */
export const createdId = z
  .object({ id: z.guid().describe('The id of what was created.') })
  .meta({ id: 'Created' });
