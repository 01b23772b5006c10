import { fittingSql, statement, type RefusedRow } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { ensureSubjectsSql } from '../subjects/subjects.sql.js';
import { joinUnitSql } from '../visibility/rules.js';

/**
 * Returns a query that locks the units of a batch of writes, with the `key` of the unit, the `position` of the call and
 * its further columns. Units are locked in one order to avoid deadlocks. They cannot be removed meanwhile, but linked.
 */
export const lockUnitsSql = (columns: Record<string, string>): string => `
  SELECT call.*, unit.key
  FROM ${callsSql({ ...onResource, ...columns })} ${joinUnitSql}
  ORDER BY unit.key FOR NO KEY UPDATE OF unit`;

/**
 * Creates units with their properties, in the order of the calls, as far as the quotas of their developers allow; returns
 * the refused calls. Existing units stay unchanged.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 names, $5 types; of the properties $6 ids of their
 * units, $7 names, $8 values; $9 the most units of a developer; $10 entries of the audit log.
 */
export const createUnits = statement<RefusedRow>(
  'units.create',
  `WITH call AS (
    SELECT * FROM ${callsSql({ ...onResource, name: 'text', type: 'text' })}
  ), ${fittingSql({
    quota: 'units',
    limit: '$9::bigint',
    isNew: 'NOT EXISTS (SELECT 1 FROM units known WHERE known.id = call.id)',
  })}, created AS (
    INSERT INTO units (id, developer, owner_subject, name, type)
    SELECT id, developer, subject, name, type FROM fitting ORDER BY position
    ON CONFLICT (id) DO NOTHING
    RETURNING id, key
  ), ensured AS (
    ${ensureSubjectsSql('fitting')}
  ), described AS (
    INSERT INTO unit_properties (unit_key, name, value)
    SELECT created.key, property.name, property.value
    FROM unnest($6::uuid[], $7::text[], $8::text[])
      WITH ORDINALITY AS property(unit, name, value, position)
    JOIN created ON created.id = property.unit
    ORDER BY property.position
  ), ${recordedSql(
    '$10',
    `
    SELECT position FROM call EXCEPT SELECT position FROM refused`,
  )}
  SELECT position, used FROM refused`,
);

/** Locks the unit that a caller sees until the transaction ends. $1 ids, $2 developers, $3 subjects or nulls. */
export const lockUnit = statement<{ key: string }>('units.lock', lockUnitsSql({}));

/** Stores what is not null of a unit. $1 key, $2 name, $3 type, $4 entries of the audit log. */
export const storeUnit = statement(
  'units.store',
  `WITH ${recordedSql('$4')}
  UPDATE units SET name = coalesce($2::text, name), type = coalesce($3::text, type)
  WHERE key = $1::bigint`,
);

/** Removes all properties of a unit. $1 key. */
export const clearProperties = statement(
  'units.clear_properties',
  'DELETE FROM unit_properties WHERE unit_key = $1::bigint',
);

/** Adds properties to a unit that has none, in order. $1 key, $2 names, $3 values. */
export const fillProperties = statement(
  'units.fill_properties',
  `INSERT INTO unit_properties (unit_key, name, value)
  SELECT $1::bigint, property.name, property.value
  FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS property(name, value, position)
  ORDER BY property.position`,
);

/**
 * Removes units and returns a row for each; the first call for a unit removes it.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 entries of the audit log.
 */
export const removeUnits = statement<{ position: number }>(
  'units.remove',
  `WITH target AS (
    SELECT call.position, unit.key FROM ${callsSql(onResource)} ${joinUnitSql}
    ORDER BY unit.key FOR UPDATE OF unit
  ), removed AS (
    DELETE FROM units unit USING (SELECT DISTINCT key FROM target) AS named
    WHERE unit.key = named.key
  ), first AS (
    SELECT min(position)::int AS position FROM target GROUP BY key
  ), ${recordedSql('$4', 'SELECT position FROM first')}
  SELECT position FROM first`,
);
