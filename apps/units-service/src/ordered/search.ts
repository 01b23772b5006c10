import { isCancelled, query } from '@trellis/database';
import type pg from 'pg';
import type { Condition } from '../query/compile.js';
import { Parameters } from '../query/fields.js';
import { afterSql, rowsSql, sortedList, sortedPart, type Rows } from './sort.js';
import {
  matchingKeys,
  type Candidate,
  type Match,
  type OrderedCursor,
  type OrderedList,
} from './page.js';
import {
  hasWordsSql,
  isIndexed,
  rankSql,
  toleratesTypos,
  type Tolerance,
  type Word,
} from './words.js';

/** The maximum number of matches that are ranked: reading more takes too long. */
const maxRanked = 5_000;

/** How long a search by trigrams may take (ms) before rows are scanned instead. */
const maxSearchMs = 1_000;

const byLabel = { by: 'label', descending: false } as const;
const byCreation = { by: 'created', descending: false } as const;

interface Search {
  words: Word[];
  /** The cursor after which the page begins; undefined for the first page. */
  after: OrderedCursor | undefined;
}

/**
 * Chooses the lists of a search. Few matches are read as a whole and ranked, with similarly spelled ones after exact ones.
 * Of many matches, those that begin with the words come first, then the others in order of creation. The first page
 * decides; later ones follow their cursor.
 */
export async function openSearch(
  db: pg.PoolClient,
  rows: Rows,
  { words, after }: Search,
): Promise<OrderedList[]> {
  const read = (tolerance: Tolerance) => readMatches(db, rows, { words, after, tolerance });
  const scan = (tolerance: Tolerance) => scanLists(db, rows, { words, tolerance });
  if (after?.list === 'similar' || after?.list === 'exact') {
    return [rankedList(after.list, await read(after.list))];
  }
  if (after) return scan(after.list === 'alike' ? 'similar' : 'exact');
  if (rows.among === undefined && !isIndexed(words)) return scan('exact');
  const isTolerant = toleratesTypos(words);
  const similar = isTolerant ? await unlessMany(read('similar')) : undefined;
  if (similar) return [rankedList('similar', similar)];
  const exact = await unlessMany(read('exact'));
  if (isTolerant && exact?.length === 0) return scan('similar');
  return exact ? [rankedList('exact', exact)] : scan('exact');
}

/** Returns the matches of a search; undefined if there are too many or they take too long to find. */
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

/** Reads the matches after a cursor, in order; one more than can be ranked if there are too many. */
async function readMatches(db: pg.PoolClient, rows: Rows, matches: Matches): Promise<Candidate[]> {
  const { sql, values } = matchesSql(rows, matches);
  const read = () => query<Candidate>(db, { name: '', text: sql }, values);
  return rows.among === undefined ? byTrigrams(db, read) : read();
}

export function matchesSql(rows: Rows, { words, after, tolerance }: Matches): Condition {
  const parameters = new Parameters(1);
  const label = rows.kind.label('listed');
  const source = rowsSql(rows, parameters);
  const developer = parameters.add(rows.developer, 'text');
  const hasWords = hasWordsSql(label, words, { tolerance, parameters });
  // The best first, since ranks have four digits.
  const value = `lpad((9999 - ${rankSql(label, words, parameters)})::text, 4, '0') COLLATE "C"`;
  const isAfter = after
    ? afterSql(byLabel, 'value', { after, parameters, row: 'matching' })
    : 'true';
  const sql = `
    WITH matching AS MATERIALIZED (
      SELECT listed.key, listed.id, ${value} AS value FROM ${source} AS listed
      WHERE listed.developer = ${developer} AND ${hasWords} LIMIT ${maxRanked + 1}
    )
    SELECT key, id, value FROM matching WHERE ${isAfter}
    ORDER BY value, key`;
  return { sql, values: parameters.values };
}

/**
 * Forces PostgreSQL to search by trigrams, for at most `maxSearchMs`. Where it expects many matches, it would otherwise
 * scan the table, which has the rows of other accounts, too.
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

const rankedList = (name: string, matches: Candidate[]): OrderedList => ({
  name,
  async read(after, count) {
    const first = matches.findIndex(({ key }) => key === after?.key) + 1;
    return matches.slice(first, first + count);
  },
});

/** Declares the lists of a search that scans rows. */
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

/** Selects the rows that meet a condition on the row `listed`. */
const meeting =
  (db: pg.PoolClient, { kind }: Rows, condition: (parameters: Parameters) => string): Match =>
  async (keys) => {
    const parameters = new Parameters(1);
    const text = `
      SELECT listed.key FROM ${kind.table} listed
      WHERE listed.key = ANY (${parameters.add(keys, 'bigint[]')}) AND ${condition(parameters)}`;
    return matchingKeys(db, { name: '', text }, parameters.values);
  };
