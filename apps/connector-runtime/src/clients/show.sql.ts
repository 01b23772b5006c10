import { maxCountedThings } from '@trellis/contracts';
import { boundedBatchSql, maxAnswerBytes, sizedItemsSql, statement } from '@trellis/database';
import type { BoundedRow } from '@trellis/database';
import { isVisibleSql } from '../visible.js';
import { clientStateSql, type ClientStateRow } from './read.sql.js';

/** A client that was requested by its id; `silent` counts within `things`. */
export interface ShownRow extends BoundedRow, ClientStateRow {
  /** Its position among the ids of the call, from 1. */
  index: number;
  /** How many clients were found; the answer may not have room for all of them. */
  found: number;
  things: number;
}

/** The size of a client without its texts (bytes). */
const clientBytes = 1_000;

/** Selects the clients of a call with their sizes. */
const clients = `
  SELECT named.index AS key, client.key AS client,
    ${clientBytes} + octet_length(client.subject) + octet_length(client.name)
      + coalesce(octet_length(client.error_detail), 0) + coalesce(octet_length(client.warnings), 0)
      + coalesce(octet_length(client.pause_reason), 0) AS bytes
  FROM unnest(string_to_array(call.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, index)
  JOIN clients client ON client.id = named.id AND ${isVisibleSql('client', 'call')}`;

const calls = `
  SELECT call.*, size.bytes
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS call(developer, subject, ids, position)
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${clients}) AS item
  ) AS size`;

/** Reads clients by their ids. $1 developers, $2 subjects or nulls, $3 ids, one per line. */
export const showClientsByIds = statement<ShownRow>(
  'clients.show',
  `SELECT call.position::int AS position, call."deferredFrom", item.index, item.found,
    counted.things, counted.silent, ${clientStateSql}
  FROM (${boundedBatchSql(calls)}) AS call
  CROSS JOIN LATERAL (
    SELECT client, key::int AS index, fits, (count(*) OVER ())::int AS found
    FROM (${sizedItemsSql(clients)}) AS sized
  ) AS item
  CROSS JOIN LATERAL (
    SELECT client.*, instance.id AS instance, instance.authorizes
    FROM clients client JOIN instances instance ON instance.key = client.instance_key
    WHERE client.key = item.client
  ) AS client
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS things,
      (count(*) FILTER (WHERE available AND NOT has_values))::int AS silent
    FROM (
      SELECT available, has_values FROM mappings mapping
      WHERE mapping.client_key = item.client ORDER BY mapping.key LIMIT ${maxCountedThings}
    ) AS mapping
  ) AS counted
  WHERE item.fits
  ORDER BY call.position, item.index`,
);
