import { z } from 'zod';
import { longText } from './text.js';

export const queryText = longText.max(2_000);

/** The maximum number of characters and of words in a search. */
const maxSearch = { characters: 100, words: 10 };

const wordsOf = (search: string): string[] => search.split(/\s+/u).filter((word) => word !== '');

/** Words to look for in names or titles, in any order and tolerating typing errors. */
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

/** Declares an order of a list: by relevance to a search, the best match first, or by a field. */
export const orderBy = <const Field extends string>(fields: readonly Field[]) =>
  z.union([
    z.strictObject({ search: searchText }),
    z.strictObject({ by: z.enum(fields), descending: z.boolean() }),
  ]);

/** Conditions on the position of things or units: directly in a unit, or anywhere below it. */
export const withinUnit = { in: z.string().optional(), below: z.string().optional() };
