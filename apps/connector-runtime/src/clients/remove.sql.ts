import { statement } from '@trellis/database';

/** Waits until no poll is storing what it has found of a client, and lets none begin to: $1 id. */
export const lockClient = statement(
  'clients.lock',
  'SELECT key FROM clients WHERE id = $1 FOR UPDATE',
);

/** Removes the mappings of a client: $1 id. */
export const removeMappings = statement<{ thing: string }>(
  'clients.remove_mappings',
  `DELETE FROM mappings USING clients client
  WHERE client.id = $1 AND mappings.client_key = client.key
  RETURNING mappings.thing`,
);

/** $1 id. */
export const removeClient = statement('clients.remove', 'DELETE FROM clients WHERE id = $1');
