import { statement } from '@trellis/database';

/**
 * Deletes the oldest entries. They are at one end of the primary key, so that the rest is not touched.
 * $1 the id before which entries are deleted, $2 the most, so that it blocks nobody for long.
 */
export const deleteOldest = statement<{ count: number }>(
  'audit.prune',
  `WITH deleted AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE id < $1::uuid
      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`,
);
