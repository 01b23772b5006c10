import { statement } from '@trellis/database';

/** The columns that decide when a client is polled. */
export interface ScheduledRow {
  id: string;
  developer: string;
  connectorType: string;
  configuration: string;
  /** Whether it was never polled and has no tokens. It may not need any. */
  isUnauthorized: boolean;
  /** Whether its instance requires tokens; null when its connector type decides. */
  authorizes: boolean | null;
}

/** Reads clients in the order of their ids. $1 ids. */
export const readScheduledClients = statement<ScheduledRow>(
  'polls.schedules',
  `SELECT client.id, client.developer, client.connector_type AS "connectorType", client.configuration,
    client.status = 'STARTING' AND client.tokens IS NULL AS "isUnauthorized",
    instance.authorizes
  FROM unnest($1::uuid[]) WITH ORDINALITY AS given(id, position)
  JOIN clients client ON client.id = given.id
  JOIN instances instance ON instance.key = client.instance_key
  ORDER BY given.position`,
);
