import { statement } from '@trellis/database';

/** Reads the oldest changes of clients. $1 how many. */
export const readClientChanges = statement<{
  key: string;
  id: string;
  developer: string;
  subject: string;
  client: string;
  kind: string;
  attributes: unknown;
}>(
  'clients.changes',
  `SELECT key, id, developer, subject, client, kind, attributes FROM client_changes
  WHERE key > 0 ORDER BY key LIMIT $1`,
);

/** Deletes changes that were forwarded. $1 keys. */
export const removeClientChanges = statement(
  'clients.remove_changes',
  'DELETE FROM client_changes WHERE key = ANY($1::bigint[])',
);
