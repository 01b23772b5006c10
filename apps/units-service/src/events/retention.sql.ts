import { statement } from '@trellis/database';

/** Stores that changes before an instant have been purged. $1 the instant. */
export const raiseSince = statement(
  'changes.raise_since',
  'UPDATE changes_retention SET since = greatest(since, $1::timestamptz) WHERE singleton',
);

/** Deletes all changes if the database was restored from a backup, and returns whether it was. */
export const discardForeign = statement<{ discarded: boolean }>(
  'changes.discard_foreign',
  'SELECT discard_foreign_changes() AS discarded',
);

/** Deletes the ids of occurrences that were stored before an instant. $1 instant, $2 the most; returns a row for each. */
export const deleteOccurrences = statement<{ id: string }>(
  'events.purge_occurrences',
  `DELETE FROM occurrences WHERE id IN (
    SELECT id FROM occurrences WHERE created < $1::timestamptz ORDER BY created LIMIT $2
  ) RETURNING id`,
);
