import { query } from '@trellis/database';
import type pg from 'pg';
import { Parameters } from '../query/parameters.js';
import { sortedPart } from './kinds.js';
import type { Candidate, Match, OrderedList } from './page.js';
import type { Place } from './place.js';
import { beyondSql, rowsSql, sortedList, valueSql, type Rows, type Sorting } from './sort.js';
import {
  hasWordsSql,
  isIndexed,
  rankSql,
  toleratesTypos,
  type Tolerance,
  type Word,
} from './words.js';

/** Of more matches than this the best are not looked for: to read all of them takes too long. */
const maxRanked = 5_000;

interface Search {
  words: Word[];
  /** Undefined where the best matches come first. */
  sorting: Sorting | undefined;
  /** Where the page begins, if it is not the first. */
  place: Place | undefined;
}

/**
 * The lists of a search. Few matches are read as a whole and put in order, those that are spelled nearly like the
 * words after the others. Of many, those that begin with the words come first, and then the others in the order of
 * their creation. Which of these it is, is decided by the first page.
 */
export async function openSearch(
  db: pg.PoolClient,
  rows: Rows,
  search: Search,
): Promise<OrderedList[]> {
  const { words, place } = search;
  const canRank = rows.among !== undefined || isIndexed(words);
  const mayBeSimilar = canRank && toleratesTypos(words);
  const begun = place?.list;
  const of = (tolerance: Tolerance) => ({ ...search, tolerance });
  if (begun === 'similar' || (begun === undefined && mayBeSimilar)) {
    const matches = await readMatches(db, rows, of('similar'));
    if (begun || matches.length <= maxRanked) return [rankedList('similar', matches)];
  }
  if (begun === 'exact' || (begun === undefined && canRank)) {
    const matches = await readMatches(db, rows, of('exact'));
    const isFew = matches.length <= maxRanked && (matches.length > 0 || !mayBeSimilar);
    if (begun || isFew) return [rankedList('exact', matches)];
    if (matches.length === 0) return scanLists(db, rows, of('similar'));
  }
  return scanLists(db, rows, of(begun === 'alike' ? 'similar' : 'exact'));
}

type TolerantSearch = Search & { tolerance: Tolerance };

/** The matches after a place, in order; one more than can be ranked when there are too many. */
async function readMatches(
  db: pg.PoolClient,
  rows: Rows,
  { words, sorting, place, tolerance }: TolerantSearch,
): Promise<Candidate[]> {
  const parameters = new Parameters(1);
  const label = rows.kind.label('listed');
  const source = rowsSql(rows, parameters);
  const developer = parameters.add(rows.developer, 'text');
  const hasWords = hasWordsSql(label, words, { tolerance, parameters });
  // The best first: ranks have four digits.
  const value = sorting
    ? valueSql(sorting, label)
    : `lpad((9999 - ${rankSql(label, words, parameters)})::text, 4, '0')`;
  const ordered = { by: 'label', descending: sorting?.descending ?? false } as const;
  const after = place
    ? beyondSql(ordered, 'matching.value COLLATE "C"', { place, parameters, row: 'matching' })
    : 'true';
  const direction = ordered.descending ? 'DESC' : 'ASC';
  const text = `
    WITH matching AS MATERIALIZED (
      SELECT listed.key, listed.id, ${value} AS value FROM ${source} AS listed
      WHERE listed.developer = ${developer} AND ${hasWords} LIMIT ${maxRanked + 1}
    )
    SELECT key, id, value FROM matching WHERE ${after}
    ORDER BY value COLLATE "C" ${direction}, key ${direction}`;
  return onlyByBitmap(db, rows.among === undefined, () =>
    query<Candidate>(db, { name: '', text }, parameters.values),
  );
}

/**
 * Has PostgreSQL find rows by the trigrams of their labels: where it expects many it would read the whole table
 * until it has come upon some, which are those of other accounts, too.
 */
async function onlyByBitmap<T>(
  db: pg.PoolClient,
  isOnly: boolean,
  read: () => Promise<T>,
): Promise<T> {
  if (!isOnly) return read();
  await db.query(
    'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; ' +
      'SET LOCAL enable_indexonlyscan = off',
  );
  try {
    return await read();
  } finally {
    await db.query('ROLLBACK');
  }
}

/** A list that has been read as a whole. */
const rankedList = (name: string, matches: Candidate[]): OrderedList => ({
  name,
  async read(after, count) {
    const first = matches.findIndex(({ key }) => key === after?.key) + 1;
    return matches.slice(first, first + count);
  },
});

/** The lists of rows that are looked into one after the other. */
function scanLists(
  db: pg.PoolClient,
  rows: Rows,
  { words, sorting, tolerance }: TolerantSearch,
): OrderedList[] {
  const label = rows.kind.label('listed');
  const has = (parameters: Parameters) => hasWordsSql(label, words, { tolerance, parameters });
  const match = meeting(db, rows, has);
  if (tolerance === 'similar' || sorting) {
    const name = tolerance === 'similar' ? 'alike' : 'scanned';
    const order = sorting ?? { by: 'created', descending: false };
    return [Object.assign(sortedList(db, rows, { ...order, name }), { match })];
  }
  const beginning = [...words.join(' ')].slice(0, 120).join('');
  const created = sortedList(db, rows, { by: 'created', descending: false, name: 'others' });
  const others = (parameters: Parameters) =>
    `${has(parameters)} AND NOT starts_with(${sortedPart(label)}, ${parameters.add(beginning, 'text')})`;
  return [
    sortedList(db, rows, { by: 'label', descending: false, name: 'beginning', beginning }),
    { ...created, match: meeting(db, rows, others) },
  ];
}

/** Those of some rows that meet a condition on the row `listed`. */
const meeting =
  (db: pg.PoolClient, { kind }: Rows, condition: (parameters: Parameters) => string): Match =>
  async (keys) => {
    const parameters = new Parameters(1);
    const text = `
      SELECT listed.key FROM ${kind.table} listed
      WHERE listed.key = ANY (${parameters.add(keys, 'bigint[]')}) AND ${condition(parameters)}`;
    const found = await query<{ key: string }>(db, { name: '', text }, parameters.values);
    return new Set(found.map(({ key }) => key));
  };
