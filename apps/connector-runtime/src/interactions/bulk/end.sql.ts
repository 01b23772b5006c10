import { statement } from '@trellis/database';

/** A bulk command that has just ended. */
interface EndedRow {
  key: string;
  id: string;
  developer: string;
}

/** Ends the bulk commands whose parts have all ended, and deletes their inputs. $1 keys. */
export const endFinishedBatches = statement<EndedRow>(
  'batches.end',
  `UPDATE interaction_batches batch SET ended = now(), input = NULL
  WHERE batch.key = ANY($1::bigint[]) AND batch.ended IS NULL AND NOT EXISTS (
    SELECT FROM interactions part WHERE part.batch_key = batch.key AND part.ended IS NULL
  )
  RETURNING batch.key, batch.id, batch.developer`,
);

/** Counts the parts of bulk commands by status. $1 keys. */
export const countByStatus = statement<{ key: string; status: string; count: number }>(
  'batches.progress',
  `SELECT batch_key AS key, status, count(*)::int AS count FROM interactions
  WHERE batch_key = ANY($1::bigint[]) GROUP BY batch_key, status`,
);
