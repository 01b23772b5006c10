import type { Handler, Received, UnitsContract } from '@trellis/contracts';
import { pageRange, query } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import type { Traversals } from '../database/traversals.js';
import { findUnit } from '../visibility/find-unit.sql.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import { openFilter } from './filter.js';
import type { ListedUnit } from './filter.sql.js';
import { candidateRoots, candidatesIn, candidatesOf } from './find.sql.js';
import { filterOf } from './list.js';
import { timeoutIfCancelled } from './traversal/open-walk.js';

/** The number of units examined together. */
const chunk = { least: 100, most: 1_000 };
/** The limits after which a page ends, even if it is short. */
const budget = { units: 10_000, ms: 1_000 };

type Found = Received<UnitsContract, 'units.find'>;

/** Finds units that meet conditions, in order of creation. */
export const findUnits: Handler<'units.find', { traversals: Traversals }> = (
  { traversals },
  input,
  { expiresAt },
) => {
  const { caller, page } = input;
  async function readPage(db: pg.PoolClient) {
    const listAfter = await openList(db, input);
    const match = await openFilter(db, caller, input.filter);
    const endsAt = Date.now() + budget.ms;
    const found: ListedUnit[] = [];
    let after = String(pageRange(page).after);
    let visited = 0;
    do {
      const count = Math.min(chunk.most, Math.max(chunk.least, page.limit - found.length + 1));
      const candidates = await listAfter(after, count);
      found.push(...(await match(candidates.map(({ key }) => key))));
      if (found.length > page.limit) return toPage(found.slice(0, page.limit));
      if (candidates.length < count) return { items: found.map(({ id }) => id) };
      after = candidates.at(-1)!.key;
      visited += count;
    } while (visited < budget.units && Date.now() < endsAt);
    return { items: found.map(({ id }) => id), next: after };
  }
  return timeoutIfCancelled(traversals({ developer: caller.developer, expiresAt }, readPage));
};

const toPage = (units: ListedUnit[]) => ({
  items: units.map(({ id }) => id),
  next: units.at(-1)!.key,
});

/** Returns a function that lists candidates after a key, by the index with the fewest other units. */
async function openList(
  db: pg.PoolClient,
  { caller, filter }: Found,
): Promise<(after: string, count: number) => Promise<ListedUnit[]>> {
  if (filter.in !== undefined) {
    const parent = isUuid(filter.in) ? filter.in : null;
    const values = [parent, caller.developer, caller.subject ?? null];
    const [unit] = await query(db, findUnit, values);
    if (!unit) throw noSuchUnitInQuery('in');
    return (after, count) => query(db, candidatesIn, [unit.key, after, count]);
  }
  const subject = caller.subject ?? filter.subject;
  if (filter.parents === 'none' && subject === undefined && filter.name === undefined) {
    return (after, count) => query(db, candidateRoots, [caller.developer, after, count]);
  }
  const list = candidatesOf[subject === undefined ? 'account' : 'subject'][filterOf(filter)];
  const ofList = [[caller.developer], [subject ?? null]];
  const conditions = [[filter.type ?? null], [filter.name ?? null]];
  return (after, count) => query(db, list, [...ofList, [after], [count - 1], ...conditions]);
}
