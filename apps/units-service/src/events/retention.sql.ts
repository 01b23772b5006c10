import { statement } from '@trellis/database';

/** Makes the partitions of the next days, and drops those past their retention. $1 days. */
export const keepChangesOf = statement('changes.keep', 'SELECT keep_changes($1::int)');

/** Forgets all changes in a database that was restored from a backup; says whether it was. */
export const forgetForeign = statement<{ forgot: boolean }>(
  'changes.forget_foreign',
  'SELECT forget_foreign_changes() AS forgot',
);

/** Deletes the ids of events of things that were stored before an instant. $1 instant, $2 the most; a row for each. */
export const pruneOccurrences = statement<{ id: string }>(
  'events.prune_occurrences',
  `DELETE FROM occurrences WHERE id IN (
    SELECT id FROM occurrences WHERE created < $1::timestamptz ORDER BY created LIMIT $2
  ) RETURNING id`,
);
