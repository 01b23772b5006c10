import { statement } from '@trellis/database';
import type { CreatingClient } from '../refusal.js';

/** The client that created a thing, with the position of the thing in the request. */
interface CreatorRow extends CreatingClient {
  position: number;
  instance: string;
}

/** Reads the clients that created things. $1 their ids, $2 the things, $3 the developer. */
export const readBatchCreators = statement<CreatorRow>(
  'batches.creators',
  `SELECT given.position::int AS position, client.connector_type AS "connectorType",
    instance.id AS instance,
    EXISTS (
      SELECT FROM mappings
      WHERE mappings.client_key = client.key AND mappings.thing = given.thing
    ) AS "isMapped", client.paused_since IS NOT NULL AS "isPaused"
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS given(client, thing, position)
  JOIN clients client ON client.id = given.client AND client.developer = $3
  JOIN instances instance ON instance.key = client.instance_key`,
);

/** Selects the apps that accept action requests. $1 the developer, $2 apps. */
export const readCallableApps = statement<{ app: string }>(
  'batches.apps',
  'SELECT app FROM callbacks WHERE developer = $1 AND app = ANY($2::text[])',
);
