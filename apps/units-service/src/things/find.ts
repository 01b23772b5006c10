import type { Handler, Received, UnitsContract } from '@trellis/contracts';
import { boundedOutcomes, query } from '@trellis/database';
import type pg from 'pg';
import { answerInGroups } from '../batches/groups.js';
import { toShortPageOfIds } from '../batches/page-of-ids.js';
import { callerColumns, pageColumns, toId } from '../batches/call-columns.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import { filterColumns } from './filter.js';
import { findThingsBy, type AccessPath } from './find.sql.js';

type Find = Received<UnitsContract, 'things.find'>;

/** Chooses the access path with the fewest other things. */
export function accessPathFor({ caller, filter }: Find): AccessPath {
  if (filter.in !== undefined) return 'unit';
  if (filter.client !== undefined) return 'client';
  if (caller.subject !== undefined || filter.subject !== undefined) return 'subject';
  if (filter.type !== undefined || filter.capability !== undefined) return 'type';
  return 'account';
}

/** Finds things that meet conditions, in order of creation. */
export const findThings: Handler<'things.find', { pool: pg.Pool }> = async ({ pool }, calls) =>
  answerInGroups(
    calls,
    ({ input }) => accessPathFor(input),
    async (path, calls) => {
      const columns = toFindColumns(calls.map(({ input }) => input));
      const rows = await query(pool, findThingsBy[path], columns);
      return boundedOutcomes(calls, rows, (row, { page }) =>
        row ? toShortPageOfIds(row, page) : noSuchUnitInQuery('in'),
      );
    },
  );

export const findParameters = 11;

export function toFindColumns(inputs: readonly Find[]): unknown[][] {
  const calls = inputs.map((input) => ({ input, expiresAt: 0 }));
  const units = inputs.map(({ filter }) => toId(filter.in));
  const conditions = toColumns(inputs.map(({ filter }) => filterColumns(filter)));
  return [...callerColumns(calls), ...pageColumns(calls), units, ...conditions];
}

const toColumns = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  rows[0]!.map((_condition, index) => rows.map((row) => row[index]));
