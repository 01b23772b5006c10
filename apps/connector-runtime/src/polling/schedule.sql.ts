import { statement } from '@trellis/database';

/** What says when a client is polled. */
export interface ScheduledRow {
  id: string;
  developer: string;
  connectorType: string;
  configuration: string;
  /** Whether it was never polled and has no tokens of an end user, which it may not need. */
  isUnauthorized: boolean;
  /** Whether its instance says that it needs them; null where the type does. */
  authorizes: boolean | null;
}

/** Clients that are to be polled, in the order of the ids. $1 ids. */
export const readScheduledClients = statement<ScheduledRow>(
  'polls.schedules',
  `SELECT client.id, client.developer, client.connector_type AS "connectorType", client.configuration,
    client.status = 'STARTING' AND client.tokens IS NULL AS "isUnauthorized",
    instance.authorizes
  FROM unnest($1::uuid[]) WITH ORDINALITY AS asked(id, position)
  JOIN clients client ON client.id = asked.id
  JOIN instances instance ON instance.key = client.instance_key
  ORDER BY asked.position`,
);
