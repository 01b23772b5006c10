import { undoableForMs } from '@trellis/contracts';
import { statement } from '@trellis/database';

/**
 * Gives things the devices of others, and remembers that. An entity whose thing got another device gets a new thing when it
 * is found again. Polls that began earlier change nothing of these entities. Returns the things that have their new
 * device, also of an earlier call. $1 developer, $2 key of the client of the things, $3 that of the others, $4 ids,
 * $5 ids of the others.
 */
export const replaceDevices = statement<{ thing: string }>(
  'clients.replace_devices',
  `WITH given AS (
    SELECT given.thing, given.other, old.entity, new.entity AS new_entity,
      gen_random_uuid() AS vacant
    FROM unnest($4::uuid[], $5::uuid[]) AS given(thing, other)
    JOIN mappings old ON old.client_key = $2::bigint AND old.thing = given.thing
    JOIN mappings new ON new.client_key = $3::bigint AND new.thing = given.other
  ), remembered AS (
    INSERT INTO replacements
      (thing, developer, client_key, entity, new_client_key, new_entity, new_thing, vacant)
    SELECT thing, $1, $2::bigint, entity, $3::bigint, new_entity, other, vacant FROM given
    ON CONFLICT (thing) DO UPDATE SET
      client_key = excluded.client_key, entity = excluded.entity,
      new_client_key = excluded.new_client_key, new_entity = excluded.new_entity,
      new_thing = excluded.new_thing, vacant = excluded.vacant, replaced = now()
  ), vacated AS (
    UPDATE mappings SET thing = given.vacant, thing_exists = false, fingerprint = '',
      available = false, problem = NULL, polled = clock_timestamp()
    FROM given WHERE mappings.client_key = $2::bigint AND mappings.entity = given.entity
  ), moved AS (
    UPDATE mappings SET thing = given.thing, fingerprint = '', polled = clock_timestamp()
    FROM given WHERE mappings.client_key = $3::bigint AND mappings.entity = given.new_entity
    RETURNING given.thing
  )
  SELECT thing FROM moved
  UNION
  SELECT earlier.thing FROM unnest($4::uuid[], $5::uuid[]) AS given(thing, other)
  JOIN replacements earlier ON earlier.thing = given.thing AND earlier.new_thing = given.other
    AND earlier.developer = $1`,
);

const undoableFor = `interval '${undoableForMs} ms'`;

export interface ReplacementRow {
  other: string;
  client: string;
  subject: string;
  newClient: string;
  vacant: string;
}

/**
 * Locks a replacement that can be undone: the thing still shows the device that it got. $1 developer, $2 the thing.
 */
export const lockReplacement = statement<ReplacementRow>(
  'clients.lock_replacement',
  `SELECT one.new_thing AS other, old.id AS client, old.subject, new.id AS "newClient", one.vacant
  FROM replacements one
  JOIN clients old ON old.key = one.client_key
  JOIN clients new ON new.key = one.new_client_key
  JOIN mappings mapping ON mapping.client_key = one.new_client_key AND mapping.thing = one.thing
  WHERE one.thing = $2::uuid AND one.developer = $1 AND one.replaced > now() - ${undoableFor}
  FOR UPDATE OF one, mapping`,
);

/** Undoes a replacement: both devices get their things back. $1 developer, $2 the thing. */
export const restoreDevice = statement(
  'clients.restore_device',
  `WITH undone AS (
    DELETE FROM replacements WHERE thing = $2::uuid AND developer = $1 RETURNING *
  ), returned AS (
    UPDATE mappings SET thing = undone.new_thing, fingerprint = '', polled = clock_timestamp()
    FROM undone
    WHERE mappings.client_key = undone.new_client_key AND mappings.thing = undone.thing
  )
  UPDATE mappings SET thing = undone.thing, fingerprint = '', available = true, problem = NULL,
    thing_exists = true, polled = clock_timestamp()
  FROM undone
  WHERE mappings.client_key = undone.client_key AND mappings.thing = undone.vacant`,
);

/** Reads the things of a client with their identifiers, the oldest first. $1 key of the client. */
export const readIdentifiedThings = statement<{ thing: string; identifiers: string[] }>(
  'clients.identified_things',
  `SELECT thing, identifiers FROM mappings
  WHERE client_key = $1::bigint AND thing_exists ORDER BY key`,
);
