import { statement } from '@trellis/database';

/** Locks a client, so that no poll stores results meanwhile. $1 id. */
export const lockClient = statement(
  'clients.lock',
  'SELECT key FROM clients WHERE id = $1 FOR UPDATE',
);

/** Deletes the mappings of a client, and returns their things. $1 id. */
export const removeMappings = statement<{ thing: string }>(
  'clients.remove_mappings',
  `WITH removed AS (
    DELETE FROM mappings USING clients client
    WHERE client.id = $1 AND mappings.client_key = client.key
    RETURNING mappings.thing, mappings.thing_exists
  )
  SELECT thing FROM removed WHERE thing_exists`,
);

/** Deletes a client, and stores the request that removed it. $1 id, $2 failed steps, as JSON. */
export const removeClient = statement(
  'clients.remove',
  `WITH stored AS (
    INSERT INTO removed_clients (id, request, given_up)
    SELECT client.id, removal.request, $2
    FROM clients client LEFT JOIN removals removal ON removal.client_key = client.key
    WHERE client.id = $1
    ON CONFLICT (id) DO UPDATE SET request = excluded.request, given_up = excluded.given_up
  )
  DELETE FROM clients WHERE id = $1`,
);

/** Stores a failed attempt. $1 key of the client, $2 code and $3 detail of the problem, $4 whether its things are gone. */
export const storeFailedAttempt = statement(
  'clients.store_failed_attempt',
  `UPDATE removals SET attempts = attempts + 1, error_code = $2, error_detail = $3, failed = now(),
    things_removed = things_removed OR $4
  WHERE client_key = $1`,
);
