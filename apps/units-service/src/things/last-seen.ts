import type { Handler } from '@trellis/contracts';
import { columnsOf, query } from '@trellis/database';
import type pg from 'pg';
import { insertSeenThings } from './last-seen.sql.js';

/** Stores when things last gave a sign of life. Those that are gone, or of another client, are left out. */
export const storeLastSeen: Handler<'things.seen', { pool: pg.Pool }> = async (
  { pool },
  { things },
  deadline,
) => {
  // A statement touches each row once.
  const latest = [...new Map(things.map((one) => [one.id, one])).values()];
  const names = latest.map((one) => JSON.stringify(one.names));
  await query(
    pool,
    insertSeenThings,
    [...columnsOf(latest, 'id', 'client', 'age_ms'), names],
    deadline,
  );
  return {};
};
