import { statement } from '@trellis/database';
import { clientColumns, type ClientColumns } from '../polling/read.sql.js';

/** The client of a thing, with the device that the thing shows. */
export interface TargetRow extends ClientColumns {
  device: string;
  handle: string | null;
}

/** Reads the device of a thing and its client. $1 the client, $2 the thing. */
export const readTarget = statement<TargetRow>(
  'interactions.target',
  `SELECT ${clientColumns}, mapping.entity AS device, mapping.handle
  FROM clients client
  JOIN instances instance ON instance.key = client.instance_key
  JOIN mappings mapping ON mapping.client_key = client.key AND mapping.thing = $2::uuid
  WHERE client.id = $1::uuid`,
);
