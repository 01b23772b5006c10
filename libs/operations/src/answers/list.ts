import { maxWalkCursor, type Page } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';

const position = /^[1-9]\d{0,17}$/;

/** Callers see cursors as opaque text. */
const encode = (cursor: string) => Buffer.from(cursor).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString();

export const integerParameter = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.number().min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`))
    .meta({ type: 'integer', minimum: min, maximum: max });

export const numberParameter = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, 'Must be a number.')
    .transform(Number)
    .pipe(z.number().min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`))
    .meta({ type: 'number', minimum: min, maximum: max });

export const flagParameter = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((flag) => flag === 'true')
    .optional()
    .describe(description);

/** Returns the parameter for the cursors of a list, which `isCursor` recognizes once they are decoded. */
export const cursorParameter = (isCursor: (cursor: string) => boolean) =>
  z
    .string()
    .refine((cursor) => isCursor(decode(cursor)), 'Is not a cursor of this list.')
    .transform(decode)
    .optional()
    .describe('Where the page begins, from the `Link` of the previous page.');

export const pageQuery = {
  limit: integerParameter(1, 1000).optional().describe('Items on a page, 1000 by default.'),
  cursor: cursorParameter((cursor) => position.test(cursor)),
};

/** Returns a query parameter that sorts a list by a field, ascending or descending. */
export const sortParameter = <const Field extends string>(fields: readonly Field[]) =>
  z
    .enum(fields.flatMap((field) => [field, `-${field}` as const]))
    .optional()
    .describe('The field by which the list is sorted; with `-` in descending order.');

/** Returns whether a decoded cursor is missing, or that of a list other than a walk. */
export const isListCursor = (cursor: string | undefined): boolean =>
  cursor === undefined || position.test(cursor);

/** Of a list that looks at a bounded number of entries for each page. */
const scanLimit = pageQuery.limit.describe(
  'Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or ' +
    'none, and still a next one.',
);

/** The query parameters of a list that is read by the ids of its entries. */
export const scanQuery = { limit: scanLimit, cursor: cursorParameter(isUuid) };

/** The query parameters of a walk through the graph, whose cursors the service checks. */
export const walkQuery = {
  limit: scanLimit,
  cursor: z
    .string()
    .max(maxWalkCursor * 2)
    .transform(decode)
    .pipe(z.string().max(maxWalkCursor))
    .optional()
    .meta(pageQuery.cursor.meta()!),
};

export function pageOf({
  limit,
  cursor,
}: {
  limit?: number | undefined;
  cursor?: string | undefined;
}): Page {
  return { limit: limit ?? 1000, ...(cursor !== undefined && { cursor }) };
}

interface ListPage<Items> {
  items: Items;
  next?: string | undefined;
}

/** The public address of the service, and the target of the request. */
interface ListAddress {
  base: string;
  url: string;
}

interface PageAnswer<Items> {
  body: Items;
  links?: { next: string };
}

/** Returns a page of a list, with a link to the next one (RFC 8288). */
export function listAnswer<Item, Shown>(
  { items, next }: ListPage<Item[]>,
  address: ListAddress,
  toJson: (item: Item) => Shown,
): PageAnswer<Shown[]> {
  return pageAnswer({ items: items.map(toJson), next }, address);
}

/** Returns a page whose items are shown as they are. */
export function pageAnswer<Items>(
  { items, next }: ListPage<Items>,
  { base, url }: ListAddress,
): PageAnswer<Items> {
  if (next === undefined) return { body: items };
  const target = new URL(url, base);
  target.searchParams.set('cursor', encode(next));
  return { body: items, links: { next: `${base}${target.pathname}${target.search}` } };
}

/** The items of each page of a list, from the first one on. */
export async function* pagesOf<Items>(
  fetchPage: (from: { cursor?: string }) => Promise<ListPage<Items>>,
): AsyncGenerator<Items> {
  let from: { cursor?: string } | undefined = {};
  while (from) {
    const { items, next }: ListPage<Items> = await fetchPage(from);
    yield items;
    from = next === undefined ? undefined : { cursor: next };
  }
}

/**
 * The items of all pages, fetched as they are sent, with at most `limit` on each. Ends with the signal of
 * the stream, and ends the stream.
 */
export async function* itemsOfPages<Item>(
  fetchPage: (limit: number, cursor: string | undefined) => Promise<ListPage<readonly Item[]>>,
  { limit, signal, end }: { limit: number; signal: AbortSignal; end(): void },
): AsyncGenerator<Item> {
  const pages = pagesOf(async ({ cursor }) => {
    // The connection is broken off, so that a file that ends early does not look whole.
    if (cursor !== undefined) signal.throwIfAborted();
    return fetchPage(limit, cursor);
  });
  try {
    for await (const items of pages) yield* items;
  } finally {
    end();
  }
}
