import type { Caller, PageOfIds } from '@trellis/contracts';
import type pg from 'pg';
import type { Kind } from './kinds.js';
import { keysBelow, keysIn } from './candidates.sql.js';
import { findUnitsOfFilter, matchUnit, readCandidateKeys, type Narrowing } from './candidates.js';
import { matchAll, readOrderedPage, type Match } from './page.js';
import { orderedCursors } from './cursor.js';
import { openSearch } from './search.js';
import { sortedList, type Sorting } from './sort.js';
import { readWords } from './words.js';

interface Ordered {
  caller: Caller;
  page: { limit: number; cursor?: string | undefined };
  filter: { in?: string | undefined; below?: string | undefined };
  order: Order;
}

/** A search, whose best matches come first, or a field: the time of creation or the label. */
type Order = { search: string } | { by: string; descending: boolean };

interface Listed {
  kind: Kind;
  of: 'units' | 'things';
  /** Lists the ways to narrow the rows, given the keys of the units of the filter. */
  narrowings: (within: { in?: string; below?: string }) => Narrowing[];
  /** The conditions of the filter except its units. */
  match: Match;
}

export async function readOrdered(
  db: pg.PoolClient,
  { caller, page, filter, order }: Ordered,
  { kind, of, narrowings, match }: Listed,
): Promise<PageOfIds> {
  const within = await findUnitsOfFilter(db, caller, filter);
  const among = await readCandidateKeys(db, caller, narrowings(within));
  const rows = { kind, developer: caller.developer, among };
  const matches = [match];
  if (within.in !== undefined) matches.push(matchUnit(db, keysIn[of], within.in));
  if (within.below !== undefined) matches.push(matchUnit(db, keysBelow[of], within.below));
  const { limit, cursor } = page;
  const lists =
    'search' in order
      ? await openSearch(db, rows, {
          words: await readWords(db, order.search),
          after: cursor === undefined ? undefined : orderedCursors.decode(cursor),
        })
      : [sortedList(db, rows, toSorting(order))];
  return readOrderedPage({ lists, match: matchAll(matches), limit, cursor });
}

function toSorting({ by, descending }: { by: string; descending: boolean }) {
  const sorting: Sorting = { by: by === 'created' ? by : 'label', descending };
  return { ...sorting, name: `${descending ? '-' : ''}${by}` };
}
