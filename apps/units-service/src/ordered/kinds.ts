/** What is listed in an order. */
export interface Kind {
  table: string;
  /** Its name or title without case and accents, in SQL, as indexes have it; `row` is a row of the table. */
  label: (row: string) => string;
}

export const kinds = {
  units: { table: 'units', label: (row) => `fold_text(${row}.name)` },
  things: {
    table: 'things',
    label: (row) => `fold_text(coalesce(${row}.own_title, ${row}.title))`,
  },
} satisfies Record<string, Kind>;

/**
 * The part of a label by which it is sorted: what fits an entry of an index. Its collation is said here: that of a
 * function's result follows its arguments, so it would be the one of the database.
 */
export const sortedPart = (label: string): string => `(left(${label}, 120) COLLATE "C")`;
