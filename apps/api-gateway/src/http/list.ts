import type { Page } from '@trellis/contracts';
import { z } from 'zod';

const position = /^[1-9]\d{0,17}$/;

/** Callers see cursors as opaque text. */
const encode = (cursor: string) => Buffer.from(cursor).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString();

/** A query parameter that is a whole number. */
export const integerParameter = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.number().min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`))
    .meta({ type: 'integer', minimum: min, maximum: max });

/** The query parameters of every list. */
export const pageQuery = {
  limit: integerParameter(1, 1000)
    .optional()
    .meta({ description: 'Items on a page, 1000 by default.' }),
  cursor: z
    .string()
    .refine((cursor) => position.test(decode(cursor)), 'Is not a cursor of this list.')
    .transform(decode)
    .optional()
    .meta({ description: 'Where the page begins, from the `Link` of the previous page.' }),
};

/** The page that a query asks for. */
export function pageOf({
  limit,
  cursor,
}: {
  limit?: number | undefined;
  cursor?: string | undefined;
}): Page {
  return { limit: limit ?? 1000, ...(cursor !== undefined && { cursor }) };
}

/** A page of a list, with a link to the next one (RFC 8288). */
export function listAnswer<Item, Shown>(
  page: { items: Item[]; next?: string | undefined },
  address: { base: string; url: string },
  toJson: (item: Item) => Shown,
): { body: Shown[]; links?: { next: string } } {
  const body = page.items.map(toJson);
  if (page.next === undefined) return { body };
  const next = new URL(address.url, address.base);
  next.searchParams.set('cursor', encode(page.next));
  return { body, links: { next: `${address.base}${next.pathname}${next.search}` } };
}
