import { query } from '@trellis/database';
import type pg from 'pg';
import type { Condition } from '../query/compile.js';
import { Parameters } from '../query/fields.js';
import type { Candidate, OrderedCursor, OrderedList } from './page.js';

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

export interface Rows {
  kind: Kind;
  developer: string;
  /** The keys of the candidates if they are few; undefined for all rows of the account. */
  among: string[] | undefined;
}

export interface Sorting {
  by: 'label' | 'created';
  descending: boolean;
}

interface SortedListOptions extends Sorting {
  name: string;
  /** The beginning that labels must have. */
  beginning?: string;
}

/** Declares a list of rows, sorted by their labels or by creation. */
export function sortedList(
  db: pg.PoolClient,
  rows: Rows,
  { name, ...options }: SortedListOptions,
): OrderedList {
  const read: OrderedList['read'] = (after, count) => {
    const { sql, values } = sortedSql(rows, { ...options, after, count });
    return query<Candidate>(db, { name: '', text: sql }, values);
  };
  return { name, read };
}

interface SortedPage extends Omit<SortedListOptions, 'name'> {
  after: OrderedCursor | undefined;
  count: number;
}

/** Compiles the statement for the next rows of a sorted list, which an index has in order. */
export function sortedSql(
  rows: Rows,
  { beginning, after, count, ...sorting }: SortedPage,
): Condition {
  const parameters = new Parameters(1);
  const label = rows.kind.label('listed');
  const value = valueSql(sorting, label);
  const direction = sorting.descending ? 'DESC' : 'ASC';
  const order = [sorting.by === 'label' ? value : [], 'listed.key'].flat();
  const conditions = [`listed.developer = ${parameters.add(rows.developer, 'text')}`];
  if (after) conditions.push(afterSql(sorting, value, { after, parameters, row: 'listed' }));
  if (beginning !== undefined) conditions.push(...beginsSql(label, beginning, parameters));
  const sql = `
    SELECT listed.key, listed.id, ${value} AS value FROM ${rowsSql(rows, parameters)} AS listed
    WHERE ${conditions.join(' AND ')}
    ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')}
    LIMIT ${parameters.add(count, 'int')}`;
  return { sql, values: parameters.values };
}

/** Returns the table, or a query for its few candidates. */
export const rowsSql = ({ kind, among }: Rows, parameters: Parameters): string =>
  among === undefined
    ? kind.table
    : `(SELECT * FROM ${kind.table} WHERE key = ANY (${parameters.add(among, 'bigint[]')}) OFFSET 0)`;

/** Returns the expression by which rows are sorted, before their keys. */
const valueSql = ({ by }: Sorting, label: string): string =>
  by === 'label' ? sortedPart(label) : `''::text`;

/** Returns the condition that a row comes after a cursor. */
export function afterSql(
  { by, descending }: Sorting,
  value: string,
  { after, parameters, row }: { after: OrderedCursor; parameters: Parameters; row: string },
): string {
  const comparison = descending ? '<' : '>';
  const key = parameters.add(after.key, 'bigint');
  if (by === 'created') return `${row}.key ${comparison} ${key}`;
  return `(${value}, ${row}.key) ${comparison} (${parameters.add(after.value, 'text')}, ${key})`;
}

/** Returns the condition that a label begins with a text, in a form that the index supports. */
const beginsSql = (label: string, beginning: string, parameters: Parameters): string[] => [
  `${sortedPart(label)} >= ${parameters.add(beginning, 'text')}`,
  `${sortedPart(label)} < ${parameters.add(`${beginning}\u{10ffff}`, 'text')}`,
];
