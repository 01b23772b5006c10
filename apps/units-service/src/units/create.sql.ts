import { fittingSql, statement, type RefusedRow } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { ensureSubjectsSql } from '../subjects/ensure.sql.js';

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
