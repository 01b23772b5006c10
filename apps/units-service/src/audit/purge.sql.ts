import { statement } from '@trellis/database';

/** Deletes the oldest entries, which are at one end of the primary key. $1 the id before which, $2 the most. */
export const deleteOldestEntries = statement<{ count: number }>(
  'audit.purge',
  `WITH deleted AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE id < $1::uuid
      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`,
);
