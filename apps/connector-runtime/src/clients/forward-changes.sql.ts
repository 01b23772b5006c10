import { statement } from '@trellis/database';

/** The first changes of clients that wait, in their order. $1 how many. */
export const readClientChanges = statement<{
  key: string;
  id: string;
  developer: string;
  subject: string;
  client: string;
  kind: string;
}>(
  'clients.changes',
  `SELECT key, id, developer, subject, client, kind FROM client_changes
  WHERE key > 0 ORDER BY key LIMIT $1`,
);

/** Removes changes that have been stored. $1 keys. */
export const removeClientChanges = statement(
  'clients.remove_changes',
  'DELETE FROM client_changes WHERE key = ANY($1::bigint[])',
);
