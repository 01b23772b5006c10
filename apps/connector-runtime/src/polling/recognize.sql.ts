import { statement } from '@trellis/database';

/** How many identifiers of an entity are remembered. */
export const maxRemembered = 300;

/** An entity with the identifiers of its device, including those of earlier. */
export interface IdentifiedEntity {
  entity: string;
  thing: string;
  thingExists: boolean;
  identifiers: string[];
}

/** Reads the identifiers of the entities of a client, the oldest entity first. $1 key of the client. */
export const readIdentifiers = statement<IdentifiedEntity>(
  'polls.read_identifiers',
  `SELECT entity, thing, thing_exists AS "thingExists", identifiers FROM mappings
  WHERE client_key = $1::bigint ORDER BY key`,
);

/** Reads the things of a client that were merged into others. $1 key of the client. */
export const readMergedThings = statement<{ things: string[] }>(
  'polls.read_merged_things',
  `SELECT merged_things AS things FROM clients WHERE key = $1::bigint`,
);

/**
 * Renames entities, which keep their things, and deletes those that were merged into them, whose identifiers stay. Polls that
 * began earlier change nothing of them. What another poll or report has renamed meanwhile is left as it is; returns the new
 * ids of the others. $1 key of the client, $2 entities, $3 their things and $4 their new ids, $5 merged entities,
 * $6 their things and $7 those of $2 that they belong to, $8 when the poll began, or null.
 */
export const moveMappings = statement<{ entity: string }>(
  'polls.move_mappings',
  `WITH merged AS (
    DELETE FROM mappings USING unnest($5::text[], $6::uuid[], $7::text[]) AS other(entity, thing, kept)
    WHERE client_key = $1::bigint AND mappings.entity = other.entity AND mappings.thing = other.thing
    RETURNING other.kept, mappings.identifiers, mappings.thing
  ), remembered AS (
    UPDATE clients SET merged_things = merged_things || ARRAY(SELECT thing FROM merged)
    WHERE key = $1::bigint AND EXISTS (SELECT FROM merged)
  )
  UPDATE mappings SET entity = moved.now_id, fingerprint = '',
    polled = greatest(mappings.polled, $8::timestamptz),
    identifiers = (mappings.identifiers || ARRAY(
      SELECT DISTINCT unnest(merged.identifiers) FROM merged WHERE merged.kept = moved.entity
    ))[1:${maxRemembered}]
  FROM unnest($2::text[], $3::uuid[], $4::text[]) AS moved(entity, thing, now_id)
  WHERE client_key = $1::bigint AND mappings.entity = moved.entity AND mappings.thing = moved.thing
  RETURNING mappings.entity`,
);
