import type { Handler, QuotaLimits } from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { refusalsOf } from '../quotas/refuse.js';
import { callerColumns } from '../batches/call-columns.js';
import { createThings } from './create.sql.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { readThing } from './read.js';
import { stateColumns } from './row.js';

interface Needs {
  pool: pg.Pool;
  quotas: QuotaLimits<'units'>;
  publishThingsHint: PublishThingsHint;
}

/**
 * Creates things of apps, in the lists of the callers' subjects. A repeated call with the same id
 * changes nothing.
 */
export const createThing: Handler<'things.create', Needs> = async (
  { pool, quotas, publishThingsHint },
  calls,
) => {
  const refused = await query(
    pool,
    createThings,
    [
      calls.map(({ input }) => input.id),
      ...callerColumns(calls),
      calls.map(({ input }) => input.app),
      ...stateColumns(calls.map(({ input }) => input.state)),
      quotas.things,
      entriesOf(calls),
    ],
    firstDeadline(calls),
  );
  const refusals = refusalsOf('things', quotas, refused);
  publishHints(
    publishThingsHint,
    calls
      .filter((_call, index) => !refusals.has(index))
      .map(({ input: { id, caller } }) => ({ ...caller, subject: caller.subject, things: [id] })),
  );
  const things = await readThing({ pool }, calls);
  return things.map((thing, index) => refusals.get(index) ?? thing);
};
