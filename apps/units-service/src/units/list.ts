import type { Handler, Received, UnitsContract } from '@trellis/contracts';
import { boundedOutcomes, columnsOf, pageRange, query, queryBounded } from '@trellis/database';
import type pg from 'pg';
import { answerInGroups, callerColumns, pageColumns } from '../batches/calls.js';
import { toPageOfIds } from '../batches/page-of-ids.js';
import { tooSlowToCheck, type Traversals } from '../database/traversals.js';
import { findUnit } from '../visibility/find-unit.js';
import { noSuchUnitInQuery } from '../visibility/rules.js';
import { openFilter } from './filter.js';
import type { ListedUnit } from './filter.sql.js';
import {
  candidateRoots,
  candidatesIn,
  candidatesOf,
  listsOf,
  type UnitFilter,
} from './list.sql.js';

export const listUnits: Handler<'units.list', { pool: pg.Pool }> = ({ pool }, calls) =>
  answerInGroups(
    calls,
    ({ input }) => listsOf[listOf(input.caller.subject)][filterOf(input)],
    async (list, calls) => {
      const filters = columnsOf(
        calls.map(({ input }) => input),
        'type',
        'name',
      );
      const values = [...callerColumns(calls), ...pageColumns(calls), ...filters];
      const rows = await queryBounded(pool, list, calls, values);
      return boundedOutcomes(calls, rows, (row, { page }) => toPageOfIds(row!, page));
    },
  );

const listOf = (subject: string | undefined) => (subject === undefined ? 'account' : 'subject');

function filterOf({ type, name }: { type?: string; name?: string }): UnitFilter {
  if (type !== undefined) return name === undefined ? 'type' : 'both';
  return name === undefined ? 'none' : 'name';
}

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
      if (found.length > page.limit) {
        return { items: idsOf(found.slice(0, page.limit)), next: found[page.limit - 1]!.key };
      }
      if (candidates.length < count) return { items: idsOf(found) };
      after = candidates.at(-1)!.key;
      visited += count;
    } while (visited < budget.units && Date.now() < endsAt);
    return { items: idsOf(found), next: after };
  }
  const tooSlow = tooSlowToCheck(input.filter);
  return traversals({ developer: caller.developer, expiresAt, tooSlow }, readPage);
};

const idsOf = (units: ListedUnit[]) => units.map(({ id }) => id);

/** Returns a function that lists candidates after a key, by the index with the fewest other units. */
async function openList(
  db: pg.PoolClient,
  { caller, filter }: Found,
): Promise<(after: string, count: number) => Promise<ListedUnit[]>> {
  if (filter.in !== undefined) {
    const unit = await findUnit(db, caller, filter.in);
    if (!unit) throw noSuchUnitInQuery('in');
    return (after, count) => query(db, candidatesIn, [unit.key, after, count]);
  }
  const subject = caller.subject ?? filter.subject;
  if (filter.parents === 'none' && subject === undefined && filter.name === undefined) {
    return (after, count) => query(db, candidateRoots, [caller.developer, after, count]);
  }
  const list = candidatesOf[listOf(subject)][filterOf(filter)];
  const ofList = [[caller.developer], [subject ?? null]];
  const conditions = [[filter.type ?? null], [filter.name ?? null]];
  return (after, count) => query(db, list, [...ofList, [after], [count - 1], ...conditions]);
}
