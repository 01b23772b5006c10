import { statement } from '@trellis/database';
import { askedSql, onResource } from '../sets/asked.js';
import { ensureSubjectsSql } from '../subjects/ensure.sql.js';

/**
 * Creates units with their properties, in the order of the calls; a unit that exists stays as it is.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 names, $5 types; of the properties $6 ids of their
 * units, $7 names, $8 values.
 */
export const createUnits = statement(
  'units.create',
  `WITH asked AS (
    SELECT * FROM ${askedSql({ ...onResource, name: 'text', type: 'text' })}
  ), ensured AS (
    ${ensureSubjectsSql('asked')}
  ), created AS (
    INSERT INTO units (id, developer, owner_subject, name, type)
    SELECT id, developer, subject, name, type FROM asked ORDER BY position
    ON CONFLICT (id) DO NOTHING
    RETURNING id, key
  )
  INSERT INTO unit_properties (unit_key, name, value)
  SELECT created.key, property.name, property.value
  FROM unnest($6::uuid[], $7::text[], $8::text[])
    WITH ORDINALITY AS property(unit, name, value, position)
  JOIN created ON created.id = property.unit
  ORDER BY property.position`,
);
