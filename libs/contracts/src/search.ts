import { z } from 'zod';
import { longText } from './text.js';

/** An expression in RSQL that things or units are to meet. */
export const queryText = longText.max(2_000);

/** The most characters and words of a search. */
const maxSearch = { characters: 100, words: 10 };

const wordsOf = (search: string): string[] => search.split(/\s+/u).filter((word) => word !== '');

/** Words that names or titles are to have, in any order and spelled about like that. */
export const searchText = longText
  .refine((search) => wordsOf(search).length > 0, { error: 'Must have a word.', abort: true })
  .refine((search) => [...search].length <= maxSearch.characters, {
    error: `Must have at most ${maxSearch.characters} characters.`,
    abort: true,
  })
  .refine((search) => wordsOf(search).length <= maxSearch.words, {
    error: `Must have at most ${maxSearch.words} words.`,
  })
  .meta({ minLength: 1, maxLength: maxSearch.characters });

/**
 * An order of a list: by how well names or titles match a search, the best first, or by a field, the smallest first
 * unless it is descending.
 */
export const orderBy = <const Field extends string>(fields: readonly Field[]) =>
  z.union([
    z.strictObject({ search: searchText }),
    z.strictObject({ by: z.enum(fields), descending: z.boolean() }),
  ]);

/** Where things or units are: directly in a unit, or anywhere below it. */
export const place = { in: z.string().optional(), below: z.string().optional() };
