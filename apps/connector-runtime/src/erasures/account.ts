import { Problem, wholeAccount, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import type pg from 'pg';
import type { Runtime } from '../runtime.js';

type Needs = Pick<Runtime, 'pool' | 'erasures' | 'publishErasures' | 'log'>;

/** Marks the clients that were paused by the deletion of their environment, and no one else. */
const pauseReason = 'The environment was deleted.';

/** How many clients one statement pauses or resumes. */
const pageSize = 1_000;

/** Stores that an account is to be erased at an instant, and starts the schedule, which first pauses its clients. */
export const startAccountErasure: Handler<'erasures.start_account', Needs> = async (
  { pool, erasures, publishErasures, log },
  { id, developer, begins },
) => {
  await pool
    .query('INSERT INTO erasures (id, developer, subject, settles) VALUES ($1, $2, $3, $4)', [
      id,
      developer,
      wholeAccount,
      begins,
    ])
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  await publishErasures();
  await erasures.start([{ id, data: { erasure: id } }]).catch((err: unknown) => {
    log.warn({ err, erasure: id }, 'erasure waits for the reconciliation');
  });
  return {};
};

/**
 * Ends the grace period of an account, which is open again from now on. The schedule resumes its clients, and deletes the row,
 * which has no subject until then.
 */
export const cancelAccountErasure: Handler<'erasures.cancel_account', Needs> = async (
  { pool, erasures, publishErasures },
  { developer },
) => {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE erasures SET subject = NULL
    WHERE developer = $1 AND subject = '' AND pass = 0 AND settles > now() RETURNING id`,
    [developer],
  );
  const { rowCount } = await pool.query(
    `SELECT FROM erasures WHERE developer = $1 AND subject = ''`,
    [developer],
  );
  if (rowCount) throw new Problem('erasure_under_way', 'The environment is being erased.');
  await publishErasures();
  for (const { id } of rows) await erasures.runNow(id).catch(() => undefined);
  return {};
};

/** Pauses some clients of an account; returns whether there may be more. */
export async function pauseSome(pool: pg.Pool, developer: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH paused AS (
      UPDATE clients SET paused_since = now(), pause_reason = $2 WHERE key IN (
        SELECT key FROM clients WHERE developer = $1 AND paused_since IS NULL
        ORDER BY key LIMIT ${pageSize} FOR UPDATE)
      RETURNING key
    ), ended AS (
      DELETE FROM listeners USING paused WHERE listeners.client_key = paused.key
    )
    SELECT FROM paused`,
    [developer, pauseReason],
  );
  return rowCount === pageSize;
}

/** Resumes some clients of an account, which their schedules poll within minutes; returns whether there may be more. */
export async function resumeSome(pool: pg.Pool, developer: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE clients SET paused_since = NULL, pause_reason = NULL, resuming = true WHERE key IN (
      SELECT key FROM clients WHERE developer = $1 AND paused_since IS NOT NULL AND pause_reason = $2
      ORDER BY key LIMIT ${pageSize} FOR UPDATE)`,
    [developer, pauseReason],
  );
  return rowCount === pageSize;
}
