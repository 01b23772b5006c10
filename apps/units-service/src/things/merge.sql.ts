import { statement } from '@trellis/database';
import { visibleThingSql } from '../visibility/rules.js';

/** Ends the values of things that will be merged, so that the history has them; the same parameters as `mergeRows`. */
export const endValues = statement(
  'things.end_values',
  `UPDATE things gone SET "values" = '{}'
  FROM unnest($1::uuid[], $2::uuid[]) AS given(gone, stays)
  JOIN things stays ON stays.id = given.stays AND stays.developer = $3 AND stays.client_id = $4::uuid
  WHERE gone.id = given.gone AND gone.developer = $3 AND gone.client_id = $4::uuid`,
);

/**
 * Deletes things in favor of others, which get their units, aliases, attributes and the developer's titles. $1 ids and $2 those of the
 * others, $3 developer, $4 client.
 */
export const mergeRows = statement(
  'things.merge',
  `WITH merged AS (
    SELECT gone.id, gone.key AS gone, gone.own_title, gone.attributes, stays.key AS stays
    FROM unnest($1::uuid[], $2::uuid[]) AS given(gone, stays)
    JOIN things gone ON gone.id = given.gone AND gone.developer = $3 AND gone.client_id = $4::uuid
    JOIN things stays ON stays.id = given.stays AND stays.developer = $3 AND stays.client_id = $4::uuid
  ), placed AS (
    INSERT INTO unit_things (unit_key, thing_key)
    SELECT DISTINCT link.unit_key, merged.stays
    FROM merged JOIN unit_things link ON link.thing_key = merged.gone
    ON CONFLICT DO NOTHING
  ), titled AS (
    UPDATE things SET own_title = coalesce(things.own_title, given.own_title),
      attributes = merged_attributes(things.attributes, given.attributes)
    FROM (
      SELECT stays, (array_agg(own_title ORDER BY gone) FILTER (WHERE own_title IS NOT NULL))[1] AS own_title,
        array_agg(attributes ORDER BY gone) FILTER (WHERE attributes IS NOT NULL) AS attributes
      FROM merged GROUP BY stays
    ) AS given
    WHERE things.key = given.stays AND (given.attributes IS NOT NULL
      OR (things.own_title IS NULL AND given.own_title IS NOT NULL))
  ), moved AS (
    UPDATE thing_aliases SET thing_key = merged.stays FROM merged
    WHERE thing_aliases.thing_key = merged.gone
  ), aliased AS (
    INSERT INTO thing_aliases (id, developer, thing_key, key, moves_history)
    SELECT id, $3, stays, gone, true FROM merged
    ON CONFLICT (id) DO UPDATE SET thing_key = excluded.thing_key, key = excluded.key,
      moves_history = true, "row" = NULL, unit_keys = '{}', aliases = '{}', created = now()
  )
  DELETE FROM things USING merged WHERE things.key = merged.gone`,
);

/**
 * Deletes things in favor of those that show their devices from now on, and keeps what it takes to restore them. $1 ids of
 * the things, $2 those of the others, $3 developer, $4 client of the devices, $5 who requested it as JSON, or null.
 */
export const replaceRows = statement(
  'things.replace',
  `WITH replaced AS (
    SELECT gone.id, gone.key AS gone, stays.key AS stays, row_to_json(gone)::text AS "row",
      ARRAY(SELECT unit_key FROM unit_things WHERE thing_key = gone.key) AS unit_keys,
      ARRAY(SELECT id FROM thing_aliases WHERE thing_key = gone.key) AS aliases,
      stays.id AS thing, stays.subject
    FROM unnest($1::uuid[], $2::uuid[]) AS given(thing, other)
    JOIN things stays ON stays.id = given.thing AND stays.developer = $3
    JOIN things gone ON gone.id = given.other AND gone.developer = $3
  ), moved AS (
    UPDATE thing_aliases SET thing_key = replaced.stays FROM replaced
    WHERE thing_aliases.thing_key = replaced.gone
  ), aliased AS (
    INSERT INTO thing_aliases (id, developer, thing_key, key, moves_history, "row", unit_keys, aliases)
    SELECT id, $3, stays, gone, false, "row", unit_keys, aliases FROM replaced
    ON CONFLICT (id) DO UPDATE SET thing_key = excluded.thing_key, key = excluded.key,
      moves_history = false, "row" = excluded."row", unit_keys = excluded.unit_keys,
      aliases = excluded.aliases, created = now()
  ), taken_over AS (
    UPDATE things SET client_id = $4::uuid, modified = now() FROM replaced
    WHERE things.key = replaced.stays
  ), recorded AS (
    INSERT INTO changes (developer, subject, resource, other, client, kind, cause)
    SELECT $3, subject, thing, id, $4::uuid, 'device_replaced', $5::jsonb FROM replaced
  )
  DELETE FROM things USING replaced WHERE things.key = replaced.gone`,
);

/**
 * Restores a thing that was replaced, with the aliases that it had, as long as its row is retained. $1 the thing that shows its device, $2 its id, $3 developer,
 * $4 the client that the thing had before, $5 who requested it as JSON, or null.
 */
export const restoreRow = statement(
  'things.restore',
  `WITH alias AS (
    DELETE FROM thing_aliases WHERE id = $2::uuid AND developer = $3 AND "row" IS NOT NULL
    RETURNING *
  ), restored AS (
    INSERT INTO things SELECT thing.*
    FROM alias CROSS JOIN LATERAL json_populate_record(NULL::things, alias."row"::json) AS thing
    ON CONFLICT DO NOTHING RETURNING key
  ), placed AS (
    INSERT INTO unit_things (unit_key, thing_key)
    SELECT unit.key, restored.key FROM restored CROSS JOIN alias
    JOIN units unit ON unit.key = ANY (alias.unit_keys)
  ), returned AS (
    UPDATE thing_aliases other SET thing_key = restored.key FROM alias, restored
    WHERE other.id = ANY (alias.aliases) AND other.thing_key = alias.thing_key
  ), taken_back AS (
    UPDATE things SET client_id = $4::uuid, modified = now() FROM alias
    WHERE things.id = $1::uuid AND things.developer = $3
    RETURNING things.id, things.subject
  )
  INSERT INTO changes (developer, subject, resource, other, client, kind, cause)
  SELECT $3, subject, id, $2::uuid, $4::uuid, 'device_restored', $5::jsonb FROM taken_back`,
);

/**
 * Finds the things that aliases stand for. An id is not an alias while a thing has it. $1 ids, $2 developer, $3 subject or
 * null.
 */
export const readAliases = statement<{ id: string; thing: string }>(
  'things.aliases',
  `SELECT alias.id, thing.id AS thing
  FROM thing_aliases alias JOIN things thing ON thing.key = alias.thing_key
  WHERE alias.id = ANY($1::uuid[]) AND alias.developer = $2 AND ${visibleThingSql('thing', '$3')}
    AND NOT EXISTS (SELECT 1 FROM things present WHERE present.id = alias.id)`,
);
