import { dateFilters } from './dates.js';
import { argument, type Filter } from './arguments.js';
import { filtersOfLists } from './filters-of-lists.js';
import { filtersOfNumbers } from './filters-of-numbers.js';
import { filtersOfTexts } from './filters-of-texts.js';
import { contains } from './operators.js';
import { regexFilters } from './regex.js';
import { tests } from './tests.js';

/** The filters by name. */
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
    contains: (value, args, work) => contains(value, argument(args, 0, 'seq'), work),
  } satisfies Record<string, Filter>),
);
