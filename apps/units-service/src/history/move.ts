import type pg from 'pg';
import { listPartitions, purgeInBatches } from '@trellis/database';

/** How many values one statement moves. */
const batchSize = 10_000;

/** Gives the history of things that were merged to those into which they were. */
export async function moveHistory(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; from: string; into: string }>(
    'SELECT id, key AS "from", thing_key AS "into" FROM thing_aliases WHERE moves_history LIMIT 1000',
  );
  for (const { id, from, into } of rows) {
    const days = await listPartitions(pool, 'thing_history');
    for (const partition of ['thing_history_default', ...days.keys()]) {
      await purgeInBatches(batchSize, async (most) => {
        const { rowCount } = await pool.query(
          `UPDATE ${partition} SET thing_key = $2 WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${partition} WHERE thing_key = $1 LIMIT ${most}))`,
          [from, into],
        );
        return rowCount ?? 0;
      });
    }
    await pool.query('UPDATE thing_aliases SET moves_history = false WHERE id = $1', [id]);
  }
}
