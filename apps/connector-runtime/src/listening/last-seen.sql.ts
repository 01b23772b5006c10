import { statement } from '@trellis/database';

/** Reads the things of entities. $1 ids of clients, $2 entities. */
export const readThingsOf = statement<{ client: string; entity: string; thing: string }>(
  'listening.things',
  `SELECT client.id AS client, given.entity, mapping.thing
  FROM unnest($1::uuid[], $2::text[]) AS given(client, entity)
  JOIN clients client ON client.id = given.client
  JOIN mappings mapping ON mapping.client_key = client.key AND mapping.entity = given.entity
    AND mapping.thing_exists`,
);
