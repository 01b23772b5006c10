import type { Handler, Received, UnitsContract } from '@trellis/contracts';
import { boundedOutcomes, query } from '@trellis/database';
import type pg from 'pg';
import { answerInGroups } from '../sets/groups.js';
import { toShortPageOfIds } from '../sets/page-of-ids.js';
import { callColumns, pageColumns, toId } from '../visibility/call-columns.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import { filterColumns } from './filter.js';
import { findThingsBy, type Way } from './find.sql.js';

type Find = Received<UnitsContract, 'things.find'>;

/** The way that leads to the fewest things that are not meant. */
export function wayTo({ caller, filter }: Find): Way {
  if (filter.in !== undefined) return 'unit';
  if (filter.client !== undefined) return 'client';
  if (caller.subject !== undefined || filter.subject !== undefined) return 'subject';
  if (filter.type !== undefined || filter.capability !== undefined) return 'type';
  return 'account';
}

/** The ids of the things that meet conditions, in the order of their creation. */
export const findThings: Handler<'things.find', { pool: pg.Pool }> = async ({ pool }, calls) =>
  answerInGroups(
    calls,
    ({ input }) => wayTo(input),
    async (way, calls) => {
      const columns = toFindColumns(calls.map(({ input }) => input));
      const rows = await query(pool, findThingsBy[way], columns);
      return boundedOutcomes(calls, rows, (row, { page }) =>
        row ? toShortPageOfIds(row, page) : noSuchUnitInQuery('in'),
      );
    },
  );

/** How many parameters the statements have. */
export const findParameters = 11;

/** The parameters of the statements for a set. */
export function toFindColumns(inputs: readonly Find[]): unknown[][] {
  const calls = inputs.map((input) => ({ input, expiresAt: 0 }));
  const { developers, subjects } = callColumns(calls);
  const { after, max } = pageColumns(calls);
  const units = inputs.map(({ filter }) => toId(filter.in));
  const conditions = toColumns(inputs.map(({ filter }) => filterColumns(filter)));
  return [developers, subjects, after, max, units, ...conditions];
}

const toColumns = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  rows[0]!.map((_condition, index) => rows.map((row) => row[index]));
