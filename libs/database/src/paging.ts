import type { Page } from '@trellis/contracts';

/** The largest `bigint` of PostgreSQL; a cursor may have as many digits and be larger. */
export const maxKey = 2n ** 63n - 1n;

/**
 * The range of keys that a page covers: rows with a key greater than `after`, or less than `before` in a list that
 * begins with the greatest, at most `take`. That is one row more than the page holds, which tells whether another page
 * follows.
 */
export const pageRange = ({ limit, cursor }: Page) => ({
  after: cursor === undefined ? -1n : toKey(cursor),
  before: cursor === undefined ? maxKey : toKey(cursor),
  take: limit + 1,
});

function toKey(cursor: string): bigint {
  const key = BigInt(cursor);
  return key > maxKey ? maxKey : key;
}

/**
 * Makes a page of the rows in a {@link pageRange}; their `key` orders the list. They are null from where
 * the page has no room for more.
 */
export function toPage<Row extends { key: bigint | string }, Item>(
  rows: (Row | null)[],
  { limit }: Page,
  toItem: (row: Row) => Item,
): { items: Item[]; next?: string } {
  const shown = rows.slice(0, limit).filter((row) => row !== null);
  const items = shown.map(toItem);
  return rows.length > shown.length ? { items, next: String(shown.at(-1)!.key) } : { items };
}
