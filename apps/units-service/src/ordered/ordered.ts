import type { Caller, PageOfIds } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { findUnit } from '../visibility/find-unit.js';
import { noSuchUnitInQuery } from '../visibility/rules.js';
import { keysBelow, keysIn } from './candidates.sql.js';
import {
  matchAll,
  matchingKeys,
  orderedCursors,
  readOrderedPage,
  type Keys,
  type Match,
} from './page.js';
import { openSearch } from './search.js';
import { kinds, sortedList } from './sort.js';
import { readWords } from './words.js';

interface Ordered {
  caller: Caller;
  page: { limit: number; cursor?: string | undefined };
  filter: UnitsOfFilter;
  /** A search, whose best matches come first, or a field: the time of creation or the label. */
  order: { search: string } | { by: string; descending: boolean };
}

/** The units in which, or below which, listed rows are: ids or keys. */
interface UnitsOfFilter {
  in?: string | undefined;
  below?: string | undefined;
}

/** A way to narrow the rows: a statement with the values of `$1` and `$3`. It does not apply if one is undefined. */
interface Narrowing {
  statement: Keys;
  values: (string | undefined)[];
}

interface Listed {
  of: 'units' | 'things';
  /** Lists the ways to narrow the rows, given the keys of the units of the filter. */
  narrowings: (within: UnitsOfFilter) => Narrowing[];
  /** The conditions of the filter except its units. */
  match: Match;
}

export async function readOrdered(
  db: pg.PoolClient,
  { caller, page, filter, order }: Ordered,
  { of, narrowings, match }: Listed,
): Promise<PageOfIds> {
  const within = await findUnitsOfFilter(db, caller, filter);
  const among = await readCandidateKeys(db, narrowings(within));
  const rows = { kind: kinds[of], developer: caller.developer, among };
  const { limit, cursor } = page;
  const lists =
    'search' in order
      ? await openSearch(db, rows, {
          words: await readWords(db, order.search),
          after: cursor === undefined ? undefined : orderedCursors.decode(cursor),
        })
      : [
          sortedList(db, rows, {
            by: order.by === 'created' ? order.by : 'label',
            descending: order.descending,
            name: `${order.descending ? '-' : ''}${order.by}`,
          }),
        ];
  const matches = [match, ...matchesWithin(db, of, within)];
  return readOrderedPage({ lists, match: matchAll(matches), limit, cursor });
}

/** The maximum number of rows that are read as a whole and sorted. */
const maxCandidates = 10_000;

/** Reads the keys of candidates by the first way that leads to few of them; undefined if none does. */
async function readCandidateKeys(
  db: pg.PoolClient,
  narrowings: Narrowing[],
): Promise<string[] | undefined> {
  for (const { statement, values } of narrowings) {
    if (values.includes(undefined)) continue;
    const [first, ...others] = values;
    const rows = await query(db, statement, [first, maxCandidates + 1, ...others]);
    if (rows.length <= maxCandidates) return rows.map(({ key }) => key);
  }
  return undefined;
}

/** Finds the keys of the units of a filter; throws `invalid_request` for one that the caller does not see. */
export async function findUnitsOfFilter(
  db: pg.PoolClient,
  caller: Caller,
  filter: UnitsOfFilter,
): Promise<UnitsOfFilter> {
  const find = async (parameter: keyof UnitsOfFilter) => {
    const id = filter[parameter];
    if (id === undefined) return undefined;
    const unit = await findUnit(db, caller, id);
    if (!unit) throw noSuchUnitInQuery(parameter);
    return unit.key;
  };
  return { in: await find('in'), below: await find('below') };
}

/** Returns the conditions that rows are within the units of a filter, which are given by their keys. */
export function matchesWithin(db: pg.PoolClient, of: Listed['of'], within: UnitsOfFilter): Match[] {
  const matchUnit = (statement: Keys, unit: string | undefined): Match[] =>
    unit === undefined ? [] : [(keys) => matchingKeys(db, statement, [keys, unit])];
  return [...matchUnit(keysIn[of], within.in), ...matchUnit(keysBelow[of], within.below)];
}
