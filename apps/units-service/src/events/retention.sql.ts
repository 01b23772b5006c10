import { statement } from '@trellis/database';

/** Says that changes from before an instant are not kept any more. $1 the instant. */
export const raiseKeptSince = statement(
  'changes.raise_since',
  'UPDATE changes_retention SET since = greatest(since, $1::timestamptz) WHERE singleton',
);

/** Forgets all changes in a database that was restored from a backup; says whether it was. */
export const forgetForeign = statement<{ forgot: boolean }>(
  'changes.forget_foreign',
  'SELECT discard_foreign_changes() AS forgot',
);

/** Deletes the ids of events of things that were stored before an instant. $1 instant, $2 the most; a row for each. */
export const pruneOccurrences = statement<{ id: string }>(
  'events.prune_occurrences',
  `DELETE FROM occurrences WHERE id IN (
    SELECT id FROM occurrences WHERE created < $1::timestamptz ORDER BY created LIMIT $2
  ) RETURNING id`,
);
