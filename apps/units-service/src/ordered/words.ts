import { query, statement } from '@trellis/database';
import type pg from 'pg';
import type { Parameters } from '../query/fields.js';

export type Word = string;

/** Folds the words of a search like indexed labels. $1 words. */
const foldWords = statement<{ word: string }>(
  'ordered.fold-words',
  `SELECT fold_text(word) AS word FROM unnest($1::text[]) WITH ORDINALITY AS given(word, position)
  ORDER BY position`,
);

/** Returns the folded words of a search. */
export async function readWords(db: pg.PoolClient, search: string): Promise<Word[]> {
  const given = search.split(/\s+/u).filter((word) => word !== '');
  const rows = await query(db, foldWords, [given]);
  return rows.map(({ word }) => word).filter((word) => word !== '');
}

/** The length from which on a word is found anywhere in a label. Shorter ones match only where a word begins. */
const minAnywhere = 3;
/** The length from which on a word has enough trigrams for similar spellings. */
const minSimilar = 4;

const isShort = (word: Word): boolean => [...word].length < minAnywhere;

/** Returns whether an index supports one of the words: trigrams consist of letters and digits. */
export const isIndexed = (words: Word[]): boolean =>
  words.some((word) =>
    isShort(word) ? /^[\p{L}\p{N}]+$/u.test(word) : /[\p{L}\p{N}]{3}/u.test(word),
  );

/** Returns whether similar spellings of a word are looked for. */
export const toleratesTypos = (words: Word[]): boolean =>
  words.some((word) => [...word].length >= minSimilar);

const escaped = (word: Word): string => word.replaceAll(/[\\%_]/g, '\\$&');

/** Whether similar spellings match. */
export type Tolerance = 'exact' | 'similar';

export function hasWordsSql(
  label: string,
  words: Word[],
  { tolerance, parameters }: { tolerance: Tolerance; parameters: Parameters },
): string {
  const like = (pattern: string) => `${label} LIKE ${parameters.add(pattern, 'text')}`;
  const conditions = words.map((word) => {
    const text = escaped(word);
    if (isShort(word)) return `(${like(`${text}%`)} OR ${like(`% ${text}%`)})`;
    if (tolerance === 'exact' || [...word].length < minSimilar) return like(`%${text}%`);
    return `(${like(`%${text}%`)} OR ${parameters.add(word, 'text')} <<% ${label})`;
  });
  return conditions.join(' AND ');
}

/**
 * Returns the rank of a label as a whole number: equal to the search, beginning with it, with words that begin with its
 * words, with its words anywhere, or with similar words; within each group by similarity.
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
