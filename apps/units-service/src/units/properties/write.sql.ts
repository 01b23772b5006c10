import { statement } from '@trellis/database';
import { lockUnitsSql } from '../lock-sql.js';

/** A unit that the caller sees, and whether the call changed it. */
export interface WrittenRow {
  position: number;
  changed: boolean;
}

/** True for the first call in the set that names a property. */
const isFirst =
  'row_number() OVER (PARTITION BY target.key, target.name ORDER BY target.position) = 1';

/** Adds properties: $1 ids, $2 developers, $3 subjects or nulls, $4 names, $5 values. */
export const addProperties = statement<WrittenRow>(
  'units.add_property',
  `WITH target AS (
    ${lockUnitsSql({ name: 'text', value: 'text' })}
  ), added AS (
    INSERT INTO unit_properties (unit_key, name, value)
    SELECT key, name, value FROM target ORDER BY position
    ON CONFLICT DO NOTHING
    RETURNING unit_key, name
  )
  SELECT target.position::int AS position, added.name IS NOT NULL AND ${isFirst} AS changed
  FROM target LEFT JOIN added ON added.unit_key = target.key AND added.name = target.name`,
);

/** Updates properties, to the last value for each; the same parameters. */
export const updateProperties = statement<WrittenRow>(
  'units.update_property',
  `WITH target AS (
    ${lockUnitsSql({ name: 'text', value: 'text' })}
  ), updated AS (
    UPDATE unit_properties property SET value = last.value
    FROM (
      SELECT DISTINCT ON (key, name) key, name, value
      FROM target ORDER BY key, name, position DESC
    ) AS last
    WHERE property.unit_key = last.key AND property.name = last.name
    RETURNING property.unit_key, property.name
  )
  SELECT target.position::int AS position, updated.name IS NOT NULL AS changed
  FROM target LEFT JOIN updated ON updated.unit_key = target.key AND updated.name = target.name`,
);

/**
 * Removes properties and returns their values; the first call for each gets it.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 names or nulls.
 */
export const removeProperties = statement<{ position: number; value: string | null }>(
  'units.remove_property',
  `WITH target AS (
    ${lockUnitsSql({ name: 'text' })}
  ), removed AS (
    DELETE FROM unit_properties property
    USING (SELECT DISTINCT key, name FROM target) AS named
    WHERE property.unit_key = named.key AND property.name = named.name
    RETURNING property.unit_key, property.name, property.value
  )
  SELECT target.position::int AS position, CASE WHEN ${isFirst} THEN removed.value END AS value
  FROM target LEFT JOIN removed ON removed.unit_key = target.key AND removed.name = target.name`,
);
