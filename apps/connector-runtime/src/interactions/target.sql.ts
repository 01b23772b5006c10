import { statement } from '@trellis/database';
import { clientColumns, type ClientColumns } from '../polling/read.sql.js';

/** The client of a thing, with the device that the thing shows. */
export interface TargetRow extends ClientColumns {
  device: string;
  handle: string | null;
  /** Whether it is known to be unavailable: not while its client fails, or has not been polled since a pause. */
  isUnavailable: boolean;
  /** The process that is connected for the client; null when none is. */
  worker: string | null;
}

/** Reads the device of a thing and its client. $1 the client, $2 the thing. */
export const readTarget = statement<TargetRow>(
  'interactions.target',
  `SELECT ${clientColumns}, mapping.entity AS device, mapping.handle,
    NOT mapping.available AND mapping.problem IS NULL AND client.error_code IS NULL
      AND NOT client.resuming AS "isUnavailable",
    listener.worker
  FROM clients client
  JOIN instances instance ON instance.key = client.instance_key
  JOIN mappings mapping ON mapping.client_key = client.key AND mapping.thing = $2::uuid
  LEFT JOIN listeners listener ON listener.client_key = client.key
    AND listener.state = 'connected' AND listener.until > now()
  WHERE client.id = $1::uuid`,
);
