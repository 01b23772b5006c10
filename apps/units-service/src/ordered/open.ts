import type { Caller, PageOfIds } from '@trellis/contracts';
import type pg from 'pg';
import type { Kind } from './kinds.js';
import { keysBelow, keysIn } from './few.sql.js';
import { findPlaces, matchPlace, readFew, type Way } from './few.js';
import { matchAll, readOrderedPage, type Match } from './page.js';
import { fromCursor } from './place.js';
import { openSearch } from './search.js';
import { sortedList, type Sorting } from './sort.js';
import { readWords } from './words.js';

interface Ordered {
  caller: Caller;
  page: { limit: number; cursor?: string | undefined };
  filter: { in?: string | undefined; below?: string | undefined };
  order: Order;
}

/** A search, whose best matches come first, or a field: when rows were created, or else their label. */
type Order = { search: string } | { by: string; descending: boolean };

interface Listed {
  kind: Kind;
  of: 'units' | 'things';
  /** What leads to few rows, once the units of the filter are known. */
  waysTo: (places: { in?: string; below?: string }) => Way[];
  /** The conditions of the filter, other than its units. */
  match: Match;
}

/** Reads a page in the order of a search or of a field. */
export async function readOrdered(
  db: pg.PoolClient,
  { caller, page, filter, order }: Ordered,
  { kind, of, waysTo, match }: Listed,
): Promise<PageOfIds> {
  const places = await findPlaces(db, caller, filter);
  const among = await readFew(db, caller, waysTo(places));
  const rows = { kind, developer: caller.developer, among };
  const matches = [match];
  if (places.in !== undefined) matches.push(matchPlace(db, keysIn[of], places.in));
  if (places.below !== undefined) matches.push(matchPlace(db, keysBelow[of], places.below));
  const { limit, cursor } = page;
  const lists =
    'search' in order
      ? await openSearch(db, rows, {
          words: await readWords(db, order.search),
          place: cursor === undefined ? undefined : fromCursor(cursor),
        })
      : [sortedList(db, rows, toSorting(order))];
  return readOrderedPage({ lists, match: matchAll(matches), limit, cursor });
}

function toSorting({ by, descending }: { by: string; descending: boolean }) {
  const sorting: Sorting = { by: by === 'created' ? by : 'label', descending };
  return { ...sorting, name: `${descending ? '-' : ''}${by}` };
}
