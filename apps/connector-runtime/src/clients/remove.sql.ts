import { statement } from '@trellis/database';

/** Removes a client with its mappings: $1 id. */
export const removeClient = statement('clients.remove', 'DELETE FROM clients WHERE id = $1');
