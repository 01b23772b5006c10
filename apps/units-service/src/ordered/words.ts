import { query, statement } from '@trellis/database';
import type pg from 'pg';
import type { Parameters } from '../query/parameters.js';

/** A word of a search, without case and accents. */
export type Word = string;

/** The words of a search as `fold_text` has them. $1 words. */
const foldWords = statement<{ word: string }>(
  'ordered.fold-words',
  `SELECT fold_text(word) AS word FROM unnest($1::text[]) WITH ORDINALITY AS given(word, position)
  ORDER BY position`,
);

/** The words of a search; those of punctuation only stay as they are. */
export async function readWords(db: pg.PoolClient, search: string): Promise<Word[]> {
  const given = search.split(/\s+/u).filter((word) => word !== '');
  const rows = await query(db, foldWords, [given]);
  return rows.map(({ word }) => word).filter((word) => word !== '');
}

/** Shorter ones are looked for where words begin: nearly every label has them somewhere. */
const leastWithin = 3;
/** Shorter ones have too few trigrams to tell what is spelled alike. */
const leastSimilar = 4;

const isShort = (word: Word): boolean => [...word].length < leastWithin;

/** Whether an index leads to labels with one of the words: trigrams are of letters and digits. */
export const isIndexed = (words: Word[]): boolean =>
  words.some((word) =>
    isShort(word) ? /^[\p{L}\p{N}]+$/u.test(word) : /[\p{L}\p{N}]{3}/u.test(word),
  );

/** Whether a label may be found by words that it has only nearly. */
export const toleratesTypos = (words: Word[]): boolean =>
  words.some((word) => [...word].length >= leastSimilar);

const escaped = (word: Word): string => word.replaceAll(/[\\%_]/g, '\\$&');

/** How far labels may differ from words. */
export type Tolerance = 'exact' | 'similar';

/** Whether a label has every word, in SQL. */
export function hasWordsSql(
  label: string,
  words: Word[],
  { tolerance, parameters }: { tolerance: Tolerance; parameters: Parameters },
): string {
  const like = (pattern: string) => `${label} LIKE ${parameters.add(pattern, 'text')}`;
  const conditions = words.map((word) => {
    const text = escaped(word);
    if (isShort(word)) return `(${like(`${text}%`)} OR ${like(`% ${text}%`)})`;
    if (tolerance === 'exact' || [...word].length < leastSimilar) return like(`%${text}%`);
    return `(${like(`%${text}%`)} OR ${parameters.add(word, 'text')} <<% ${label})`;
  });
  return conditions.join(' AND ');
}

/**
 * How well a label matches, in SQL, as a whole number: all of it, its beginning, the words where words begin, the
 * words anywhere, or nearly; among those that match alike, by similarity.
 */
export function rankSql(label: string, words: Word[], parameters: Parameters): string {
  const phrase = words.join(' ');
  const whole = parameters.add(phrase, 'text');
  const exact = hasWordsSql(label, words, { tolerance: 'exact', parameters });
  const beginning = words
    .map((word) => `' ' || ${label} LIKE ${parameters.add(`% ${escaped(word)}%`, 'text')}`)
    .join(' AND ');
  return `(CASE WHEN ${label} = ${whole} THEN 4000
      WHEN ${label} LIKE ${parameters.add(`${escaped(phrase)}%`, 'text')} THEN 3000
      WHEN ${beginning} THEN 2000
      WHEN ${exact} THEN 1000 ELSE 0 END
    + (999 * similarity(${whole}, ${label}))::int)`;
}
