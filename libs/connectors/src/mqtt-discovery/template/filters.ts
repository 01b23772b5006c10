import { dateFilters } from './dates.js';
import type { Filter } from './filter.js';
import { filtersOfLists } from './filters-of-lists.js';
import { filtersOfNumbers } from './filters-of-numbers.js';
import { filtersOfTexts } from './filters-of-texts.js';
import { contains } from './operators.js';
import { argument } from './filter.js';
import { regexFilters } from './regex.js';
import { tests } from './tests.js';

/** The filters that value templates of devices use, by name. */
export const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>(
  Object.entries({
    ...filtersOfNumbers,
    ...filtersOfTexts,
    ...filtersOfLists(
      (name) => filters.get(name),
      (name) => tests.get(name),
    ),
    ...dateFilters,
    ...regexFilters,
    contains: (value, args, allowance) => contains(value, argument(args, 0, 'seq'), allowance),
  } satisfies Record<string, Filter>),
);
