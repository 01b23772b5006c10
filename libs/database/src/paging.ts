import type { Page } from '@trellis/contracts';

/** The condition and the number of rows that fetch a page and tell whether another one follows. */
export const fetchPage = ({ limit, cursor }: Page) => ({
  after: cursor === undefined ? -1n : BigInt(cursor),
  take: limit + 1,
});

/** The page made of the rows that were fetched, each carrying the `key` that orders the list. */
export function toPage<Row extends { key: bigint | string }, Item>(
  rows: Row[],
  { limit }: Page,
  item: (row: Row) => Item,
): { items: Item[]; next?: string } {
  const shown = rows.slice(0, limit);
  return {
    items: shown.map(item),
    ...(rows.length > limit && { next: String(shown.at(-1)!.key) }),
  };
}
