import type { Page, PageOfIds } from '@trellis/contracts';
import { boundedStatement, type BoundedRow } from '@trellis/database';

/** A page of a list of ids, as one text, which is read much faster than an array or a row per id. */
export interface PageOfIdsRow extends BoundedRow {
  /** The ids, each on a line of its own; one more than the page holds when another page follows. */
  ids: string | null;
  /** The key of the last id on the page when another page follows. */
  next: string | null;
}

/**
 * Declares a statement for pages of lists of ids, one for each row of the table `call`. `from` is that table with its
 * joins, and `list` the query for one list without its limit, with the columns `id` and `key`, which orders the list.
 */
export const pagesOfIds = (name: string, { from, list }: { from: string; list: string }) =>
  boundedStatement<PageOfIdsRow>(name, (bounded) =>
    bounded(`
  SELECT call.position::int AS position, page.ids, page.next,
    coalesce(octet_length(page.ids), 0) AS bytes
  FROM ${from}
  CROSS JOIN LATERAL (
    SELECT string_agg(listed.id::text, E'\\n' ORDER BY listed.key) AS ids,
      CASE WHEN count(*) > call.max
        THEN (array_agg(listed.key ORDER BY listed.key))[call.max] END AS next
    FROM (${list} ORDER BY key LIMIT call.max + 1) AS listed
  ) AS page`),
  );

/** Converts a page of a list whose pages may end early. */
export function toShortPageOfIds({ ids, next }: PageOfIdsRow, { limit }: Page): PageOfIds {
  const items = ids === null ? [] : ids.split('\n').slice(0, limit);
  return next === null ? { items } : { items, next };
}

export function toPageOfIds({ ids, next }: PageOfIdsRow, { limit }: Page): PageOfIds {
  const items = ids === null ? [] : ids.split('\n');
  if (next === null) return { items };
  items.length = limit;
  return { items, next };
}
