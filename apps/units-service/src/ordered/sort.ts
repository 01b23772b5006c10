import { query } from '@trellis/database';
import type pg from 'pg';
import type { Condition } from '../query/compile.js';
import { Parameters } from '../query/parameters.js';
import { sortedPart, type Kind } from './kinds.js';
import type { Candidate, OrderedList } from './page.js';
import type { Place } from './place.js';

/** The rows of which an order is made. */
export interface Rows {
  kind: Kind;
  developer: string;
  /** The keys of a few rows among which all are that may be meant; undefined for all of the account. */
  among: string[] | undefined;
}

export interface Sorting {
  by: 'label' | 'created';
  descending: boolean;
}

interface SortedListOptions extends Sorting {
  name: string;
  /** Only labels that begin with it. */
  beginning?: string;
}

/** A list of rows, sorted by their labels or by when they were created. */
export function sortedList(
  db: pg.PoolClient,
  rows: Rows,
  { name, ...options }: SortedListOptions,
): OrderedList {
  const read: OrderedList['read'] = (place, count) => {
    const { sql, values } = sortedSql(rows, { ...options, place, count });
    return query<Candidate>(db, { name: '', text: sql }, values);
  };
  return { name, read };
}

interface SortedPage extends Omit<SortedListOptions, 'name'> {
  place: Place | undefined;
  count: number;
}

/** The next rows of a sorted list. An index of the account has them in order. */
export function sortedSql(
  rows: Rows,
  { beginning, place, count, ...sorting }: SortedPage,
): Condition {
  const parameters = new Parameters(1);
  const label = rows.kind.label('listed');
  const value = valueSql(sorting, label);
  const direction = sorting.descending ? 'DESC' : 'ASC';
  const order = [sorting.by === 'label' ? value : [], 'listed.key'].flat();
  const conditions = [`listed.developer = ${parameters.add(rows.developer, 'text')}`];
  if (place) conditions.push(beyondSql(sorting, value, { place, parameters, row: 'listed' }));
  if (beginning !== undefined) conditions.push(...beginsSql(label, beginning, parameters));
  const sql = `
    SELECT listed.key, listed.id, ${value} AS value FROM ${rowsSql(rows, parameters)} AS listed
    WHERE ${conditions.join(' AND ')}
    ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')}
    LIMIT ${parameters.add(count, 'int')}`;
  return { sql, values: parameters.values };
}

/** The table, or those of its rows that are few. */
export const rowsSql = ({ kind, among }: Rows, parameters: Parameters): string =>
  among === undefined
    ? kind.table
    : `(SELECT * FROM ${kind.table} WHERE key = ANY (${parameters.add(among, 'bigint[]')}) OFFSET 0)`;

/** By what rows are sorted, before their keys. */
const valueSql = ({ by }: Sorting, label: string): string =>
  by === 'label' ? sortedPart(label) : `''::text`;

/** Whether a row comes after a place. */
export function beyondSql(
  { by, descending }: Sorting,
  value: string,
  { place, parameters, row }: { place: Place; parameters: Parameters; row: string },
): string {
  const comparison = descending ? '<' : '>';
  const key = parameters.add(place.key, 'bigint');
  if (by === 'created') return `${row}.key ${comparison} ${key}`;
  return `(${value}, ${row}.key) ${comparison} (${parameters.add(place.value, 'text')}, ${key})`;
}

/** Whether a label begins with a text, so that the index of the order leads to it. */
const beginsSql = (label: string, beginning: string, parameters: Parameters): string[] => [
  `${sortedPart(label)} >= ${parameters.add(beginning, 'text')}`,
  `${sortedPart(label)} < ${parameters.add(`${beginning}\u{10ffff}`, 'text')}`,
];
