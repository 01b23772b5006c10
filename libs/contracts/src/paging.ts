import { z } from 'zod';

/** The requested part of a list, which begins after the key `cursor`. */
export const page = z.object({
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});
export type Page = z.infer<typeof page>;

/** The maximum length of a cursor that the service checks itself. */
export const maxWalkCursor = 4_096;

/** A page whose cursor the service checks itself, as of a walk through the graph of units. */
export const walkPage = page.extend({ cursor: z.string().max(maxWalkCursor).optional() });

/** A page of a list; `next` is the cursor of the next page, absent on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().optional() });

export const pageOfIds = pageOf(z.string());
export type PageOfIds = z.infer<typeof pageOfIds>;
