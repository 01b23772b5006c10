import { statement } from '@trellis/database';

/**
 * Lists connector clients that were not removed, ordered by id, with the developer of their things, or null without
 * things. $1 the id before the page, or null, $2 how many.
 */
export const listClients = statement<{ id: string; developer: string | null }>(
  'things.clients',
  `SELECT client.id, thing.developer
  FROM (
    SELECT id FROM clients
    WHERE id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') AND removed IS NULL
    ORDER BY id LIMIT $2
  ) AS client
  LEFT JOIN LATERAL (
    SELECT developer FROM things WHERE client_id = client.id ORDER BY client_id, key LIMIT 1
  ) AS thing ON true
  ORDER BY client.id`,
);
