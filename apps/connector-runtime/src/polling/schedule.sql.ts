import { statement } from '@trellis/database';

/** What says when a client is polled. */
export interface ScheduledRow {
  key: string;
  id: string;
  connectorType: string;
  configuration: string;
}

/** Clients, the newest first. $1 the key after which the page begins, or null, $2 how many. */
export const readScheduledClients = statement<ScheduledRow>(
  'polls.schedules',
  `SELECT key, id, connector_type AS "connectorType", configuration FROM clients
  WHERE key < coalesce($1::bigint, 9223372036854775807) ORDER BY key DESC LIMIT $2`,
);
