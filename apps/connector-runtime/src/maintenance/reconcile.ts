import { setTimeout as pause } from 'node:timers/promises';
import { query } from '@trellis/database';
import type { Pool } from 'pg';
import type { ExpectedJobs } from './expected-jobs.js';
import type { ExpectedRow } from './expected-jobs.sql.js';

/** How many rows are compared at once. */
const defaultPageSize = 500;

/** Pause after each page, so that a hundred thousand clients are spread over ten seconds (ms). */
const pageIntervalMs = 50;

/** Adds missing jobs; returns how many were missing. */
export async function reconcile(
  pool: Pool,
  { statement, findMissing, add }: ExpectedJobs,
  { pageSize = defaultPageSize }: { pageSize?: number } = {},
): Promise<number> {
  let before: string | null = null;
  let missing = 0;
  for (;;) {
    const rows: ExpectedRow[] = await query(pool, statement, [before, pageSize]);
    const ids = await findMissing(rows.map(({ id }) => id));
    if (ids.length > 0) await add(ids);
    missing += ids.length;
    if (rows.length < pageSize) return missing;
    before = rows.at(-1)!.key;
    await pause(pageIntervalMs);
  }
}
