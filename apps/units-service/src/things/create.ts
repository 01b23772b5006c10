import type { Handler } from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { callColumns } from '../visibility/call-columns.js';
import { createThings } from './create.sql.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { readThing } from './read.js';
import { stateColumns } from './row.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

/**
 * Creates things of apps, in the lists of the callers' subjects. A repeated call with the same id
 * changes nothing.
 */
export const createThing: Handler<'things.create', Needs> = async (
  { pool, publishThingsHint },
  calls,
) => {
  const { developers, subjects } = callColumns(calls);
  await query(
    pool,
    createThings,
    [
      calls.map(({ input }) => input.id),
      developers,
      subjects,
      calls.map(({ input }) => input.app),
      ...stateColumns(calls.map(({ input }) => input.state)),
    ],
    firstDeadline(calls),
  );
  publishHints(
    publishThingsHint,
    calls.map(({ input: { id, caller } }) => ({
      ...caller,
      subject: caller.subject,
      things: [id],
    })),
  );
  return readThing({ pool }, calls);
};
