/** A kind of resource that is listed in an order. */
export interface Kind {
  table: string;
  /** Returns the expression of its name or title without case and accents, as indexes have it. */
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
 * Returns the part of a label by which it is sorted, which fits an entry of an index. The collation is explicit, because
 * that of a function's result depends on its arguments.
 */
export const sortedPart = (label: string): string => `(left(${label}, 120) COLLATE "C")`;
