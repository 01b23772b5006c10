import type { Handler } from '@trellis/contracts';
import { boundedOutcomes, queryBounded } from '@trellis/database';
import type pg from 'pg';
import { answerInGroups } from '../batches/groups.js';
import { toPageOfIds } from '../batches/page-of-ids.js';
import { callerColumns, pageColumns } from '../batches/call-columns.js';
import { listUnitsOfAccount, listUnitsOfSubject, type UnitFilter } from './list.sql.js';

export const listUnits: Handler<'units.list', { pool: pg.Pool }> = async ({ pool }, calls) =>
  answerInGroups(
    calls,
    ({ input }) => {
      const lists = input.caller.subject === undefined ? listUnitsOfAccount : listUnitsOfSubject;
      return lists[filterOf(input)];
    },
    async (list, calls) => {
      const types = calls.map(({ input }) => input.type ?? null);
      const names = calls.map(({ input }) => input.name ?? null);
      const values = [...callerColumns(calls), ...pageColumns(calls), types, names];
      const rows = await queryBounded(pool, list, calls, values);
      return boundedOutcomes(calls, rows, (row, { page }) => toPageOfIds(row!, page));
    },
  );

export function filterOf({ type, name }: { type?: string; name?: string }): UnitFilter {
  if (type !== undefined) return name === undefined ? 'type' : 'both';
  return name === undefined ? 'none' : 'name';
}
