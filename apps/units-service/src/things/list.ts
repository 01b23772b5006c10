import type { Caller, CallInSet, Handler, Page } from '@trellis/contracts';
import { query, toPage } from '@trellis/database';
import type pg from 'pg';
import { rowsInOrder } from '../sets/asked.js';
import { answerInGroups } from '../sets/groups.js';
import { toPageOfIds } from '../sets/page-of-ids.js';
import { callColumns, pageColumns } from '../visibility/call-columns.js';
import { describeThingsOf, listThingsOf } from './list.sql.js';
import { toThing, type ThingRow } from './row.js';

type ListCall = CallInSet<{ caller: Caller; page: Page }>;

const listedFor = ({ input }: ListCall) =>
  input.caller.subject === undefined ? 'account' : 'subject';

function toColumns(calls: readonly ListCall[]) {
  const { developers, subjects } = callColumns(calls);
  const { after, max } = pageColumns(calls);
  return [developers, subjects, after, max];
}

/** The ids of the things that the callers see, in the order of their creation. */
export const listThings: Handler<'things.list', { pool: pg.Pool }> = async ({ pool }, calls) =>
  answerInGroups(calls, listedFor, async (list, calls) => {
    const rows = await query(pool, listThingsOf[list], toColumns(calls));
    return rowsInOrder(calls, rows).map((row, index) =>
      toPageOfIds(row!, calls[index]!.input.page),
    );
  });

/** The same lists with the things themselves. */
export const describeThings: Handler<'things.describe', { pool: pg.Pool }> = async (
  { pool },
  calls,
) =>
  answerInGroups(calls, listedFor, async (list, calls) => {
    const rows = await query(pool, describeThingsOf[list], toColumns(calls));
    const pages = calls.map((): ThingRow[] => []);
    for (const row of rows) pages[row.position - 1]!.push(row);
    return pages.map((things, index) => toPage(things, calls[index]!.input.page, toThing));
  });
