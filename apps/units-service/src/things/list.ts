import type { Caller, BatchedCall, Handler, Page } from '@trellis/contracts';
import { boundedOutcomes, query, queryBounded, toPage, type BoundedRow } from '@trellis/database';
import type pg from 'pg';
import { answerInGroups } from '../batches/groups.js';
import { toPageOfIds } from '../batches/page-of-ids.js';
import { callerColumns, pageColumns } from '../batches/call-columns.js';
import { describeThingsOf, listThingsOf, type DescribedRow } from './list.sql.js';
import { toThing } from './row.js';

type ListCall = BatchedCall<{ caller: Caller; page: Page }>;

const listedFor = ({ input }: ListCall) =>
  input.caller.subject === undefined ? 'account' : 'subject';

function toColumns(calls: readonly ListCall[]) {
  return [...callerColumns(calls), ...pageColumns(calls)];
}

/** Lists the things that the callers see, in order of creation. */
export const listThings: Handler<'things.list', { pool: pg.Pool }> = async ({ pool }, calls) =>
  answerInGroups(calls, listedFor, async (list, calls) => {
    const rows = await queryBounded(pool, listThingsOf[list], calls, toColumns(calls));
    return boundedOutcomes(calls, rows, (row, { page }) => toPageOfIds(row!, page));
  });

export const describeThings: Handler<'things.describe', { pool: pg.Pool }> = async (
  { pool },
  calls,
) =>
  answerInGroups(calls, listedFor, async (list, calls) => {
    const rows = await query(pool, describeThingsOf[list], toColumns(calls));
    return boundedOutcomes(calls, toPages(rows), (row, { page }) =>
      toPage(row?.things ?? [], page, toThing),
    );
  });

/** Groups rows by page; null stands for things that a page has no room for. */
function toPages(rows: DescribedRow[]) {
  const pages: (BoundedRow & { things: (DescribedRow | null)[] })[] = [];
  for (const row of rows) {
    const page = pages.at(-1);
    if (page?.position === row.position) page.things.push(row);
    else pages.push({ position: row.position, deferredFrom: row.deferredFrom, things: [row] });
  }
  for (const { things } of pages) if (things.length < things[0]!.found) things.push(null);
  return pages;
}
