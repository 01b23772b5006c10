import { statement } from '@trellis/database';
import type { Names } from '../polling/names.js';
import { clientColumns, type ClientColumns } from '../polling/read.sql.js';

/** The client of a thing, with the device that the thing shows. */
export interface TargetRow extends ClientColumns {
  /** In the batch, counted from 1. */
  position: number;
  device: string;
  handle: string | null;
  names: Names | null;
  /** Whether it is known to be unavailable: not while its client fails, or has not been polled since a pause. */
  isUnavailable: boolean;
  /** The process that is connected for the client; null when none is. */
  worker: string | null;
}

/** Reads the devices of things and their clients. $1 clients, $2 things. */
export const readTargets = statement<TargetRow>(
  'interactions.targets',
  `SELECT given.position::int AS position, ${clientColumns}, mapping.entity AS device, mapping.handle,
    mapping.names,
    NOT mapping.available AND mapping.problem IS NULL AND client.error_code IS NULL
      AND NOT client.resuming AS "isUnavailable",
    listener.worker
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS given(client, thing, position)
  JOIN clients client ON client.id = given.client
  JOIN instances instance ON instance.key = client.instance_key
  JOIN mappings mapping ON mapping.client_key = client.key AND mapping.thing = given.thing
  LEFT JOIN listeners listener ON listener.client_key = client.key
    AND listener.state = 'connected' AND listener.until > now()`,
);
