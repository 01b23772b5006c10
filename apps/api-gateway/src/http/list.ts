import type { Page } from '@trellis/contracts';
import { z } from 'zod';
import type { Answer } from './operation.js';

const place = /^[1-9]\d{0,17}$/;

/** The cursor as callers see it: opaque. */
const encode = (cursor: string) => Buffer.from(cursor).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString();

export const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.number().min(least, `Must be at least ${least}.`).max(most, `Must be at most ${most}.`))
    .meta({ type: 'integer', minimum: least, maximum: most });

/** The parameters of every list. */
export const pageQuery = {
  limit: count(1, 1000).optional().meta({ description: 'Items on a page, 1000 by default.' }),
  cursor: z
    .string()
    .refine((cursor) => place.test(decode(cursor)), 'Is not a cursor of this list.')
    .transform(decode)
    .optional()
    .meta({ description: 'Where the page begins, from the `Link` of the page before.' }),
};

/** The part of a list that a query asks for. */
export function pageOf({
  limit,
  cursor,
}: {
  limit?: number | undefined;
  cursor?: string | undefined;
}): Page {
  return { limit: limit ?? 1000, ...(cursor !== undefined && { cursor }) };
}

/** A page of a list, with the address of the next one in `Link` (RFC 8288). */
export function listAnswer<Item>(
  page: { items: Item[]; next?: string | undefined },
  address: { base: string; url: string },
  show: (item: Item) => unknown,
): Answer {
  const body = page.items.map(show);
  if (page.next === undefined) return { body };
  const next = new URL(address.url, address.base);
  next.searchParams.set('cursor', encode(page.next));
  return { body, headers: { Link: `<${address.base}${next.pathname}${next.search}>; rel="next"` } };
}
