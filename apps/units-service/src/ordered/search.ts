import { isCancelled, query } from '@trellis/database';
import type pg from 'pg';
import type { Condition } from '../query/compile.js';
import { Parameters } from '../query/parameters.js';
import { sortedPart } from './kinds.js';
import type { Candidate, Match, OrderedList } from './page.js';
import type { Place } from './place.js';
import { beyondSql, rowsSql, sortedList, type Rows } from './sort.js';
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

/** How long a search by trigrams may take (ms); then rows are looked into one after the other. */
const maxSearchMs = 1_000;

const byLabel = { by: 'label', descending: false } as const;
const byCreation = { by: 'created', descending: false } as const;

interface Search {
  words: Word[];
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
  { words, place }: Search,
): Promise<OrderedList[]> {
  const read = (tolerance: Tolerance) => readMatches(db, rows, { words, place, tolerance });
  const scan = (tolerance: Tolerance) => scanLists(db, rows, { words, tolerance });
  if (place?.list === 'similar' || place?.list === 'exact') {
    return [rankedList(place.list, await read(place.list))];
  }
  if (place) return scan(place.list === 'alike' ? 'similar' : 'exact');
  if (rows.among === undefined && !isIndexed(words)) return scan('exact');
  const isTolerant = toleratesTypos(words);
  const similar = isTolerant ? await unlessMany(read('similar')) : undefined;
  if (similar) return [rankedList('similar', similar)];
  const exact = await unlessMany(read('exact'));
  if (isTolerant && exact?.length === 0) return scan('similar');
  return exact ? [rankedList('exact', exact)] : scan('exact');
}

/** The matches of a search, unless there are too many, or too many rows to look into. */
async function unlessMany(reading: Promise<Candidate[]>): Promise<Candidate[] | undefined> {
  try {
    const matches = await reading;
    return matches.length <= maxRanked ? matches : undefined;
  } catch (error) {
    if (!isCancelled(error)) throw error;
    return undefined;
  }
}

interface Matches extends Search {
  tolerance: Tolerance;
}

/** The matches after a place, in order; one more than can be ranked when there are too many. */
async function readMatches(db: pg.PoolClient, rows: Rows, matches: Matches): Promise<Candidate[]> {
  const { sql, values } = matchesSql(rows, matches);
  const read = () => query<Candidate>(db, { name: '', text: sql }, values);
  return rows.among === undefined ? byTrigrams(db, read) : read();
}

export function matchesSql(rows: Rows, { words, place, tolerance }: Matches): Condition {
  const parameters = new Parameters(1);
  const label = rows.kind.label('listed');
  const source = rowsSql(rows, parameters);
  const developer = parameters.add(rows.developer, 'text');
  const hasWords = hasWordsSql(label, words, { tolerance, parameters });
  // The best first, since ranks have four digits.
  const value = `lpad((9999 - ${rankSql(label, words, parameters)})::text, 4, '0') COLLATE "C"`;
  const after = place
    ? beyondSql(byLabel, 'value', { place, parameters, row: 'matching' })
    : 'true';
  const sql = `
    WITH matching AS MATERIALIZED (
      SELECT listed.key, listed.id, ${value} AS value FROM ${source} AS listed
      WHERE listed.developer = ${developer} AND ${hasWords} LIMIT ${maxRanked + 1}
    )
    SELECT key, id, value FROM matching WHERE ${after}
    ORDER BY value, key`;
  return { sql, values: parameters.values };
}

/**
 * Has PostgreSQL find rows by the trigrams of their labels. Where it expects many it would read the whole table
 * until it has come upon some, which has rows of other accounts, too. What takes longer than `maxSearchMs` is
 * cancelled.
 */
async function byTrigrams<T>(db: pg.PoolClient, read: () => Promise<T>): Promise<T> {
  await db.query(
    'BEGIN READ ONLY; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; ' +
      `SET LOCAL enable_indexonlyscan = off; SET LOCAL statement_timeout = ${maxSearchMs}`,
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
  { words, tolerance }: { words: Word[]; tolerance: Tolerance },
): OrderedList[] {
  const label = rows.kind.label('listed');
  const has = (parameters: Parameters) => hasWordsSql(label, words, { tolerance, parameters });
  const match = meeting(db, rows, has);
  if (tolerance === 'similar') {
    return [Object.assign(sortedList(db, rows, { ...byCreation, name: 'alike' }), { match })];
  }
  const beginning = [...words.join(' ')].slice(0, 120).join('');
  const created = sortedList(db, rows, { ...byCreation, name: 'others' });
  const others = (parameters: Parameters) =>
    `${has(parameters)} AND NOT starts_with(${sortedPart(label)}, ${parameters.add(beginning, 'text')})`;
  return [
    sortedList(db, rows, { ...byLabel, name: 'beginning', beginning }),
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
