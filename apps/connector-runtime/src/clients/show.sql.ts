import { maxCountedThings } from '@trellis/contracts';
import { boundedSetSql, maxAnswerBytes, sizedItemsSql, statement } from '@trellis/database';
import type { BoundedRow } from '@trellis/database';
import { clientStateSql, type ClientStateRow } from './read.sql.js';

/** A client that was asked for by its id; `silent` is of the things that are counted. */
export interface ShownRow extends BoundedRow, ClientStateRow {
  /** Its place among the ids of the call, from 1. */
  place: number;
  /** How many clients were found for the call, which may not have room for all of them. */
  found: number;
  things: number;
}

/** What surrounds the texts of a client (bytes). */
const clientBytes = 1_000;

/** The clients of a call, with their sizes. */
const clients = `
  SELECT named.place AS key, client.key AS client,
    ${clientBytes} + octet_length(client.subject) + octet_length(client.name)
      + coalesce(octet_length(client.error_detail), 0) + coalesce(octet_length(client.warnings), 0)
      + coalesce(octet_length(client.pause_reason), 0) AS bytes
  FROM unnest(string_to_array(asked.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, place)
  JOIN clients client ON client.id = named.id AND client.developer = asked.developer
    AND (asked.subject IS NULL OR client.subject = asked.subject)`;

const calls = `
  SELECT asked.*, size.bytes
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS asked(developer, subject, ids, position)
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${clients}) AS item
  ) AS size`;

/** Clients by their ids: $1 developers, $2 subjects or nulls, $3 ids, each on a line of its own. */
export const showClientsByIds = statement<ShownRow>(
  'clients.show',
  `SELECT asked.position::int AS position, asked."deferredFrom", item.place, item.found,
    counted.things, counted.silent, ${clientStateSql}
  FROM (${boundedSetSql(calls)}) AS asked
  CROSS JOIN LATERAL (
    SELECT client, key::int AS place, fits, (count(*) OVER ())::int AS found
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
  ORDER BY asked.position, item.place`,
);
