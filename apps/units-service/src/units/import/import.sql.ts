import { statement } from '@trellis/database';
import { visibleThingSql } from '../../visibility/things.js';

/** Adds units. $1 ids, $2 names, $3 types, $4 developer, $5 subject or null. */
export const addUnits = statement<{ key: string; id: string }>(
  'import.add-units',
  `INSERT INTO units (id, name, type, developer, owner_subject)
  SELECT id, name, type, $4, $5 FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS line(id, name, type, position)
  ORDER BY position
  RETURNING key, id`,
);

/** The things that a caller sees. $1 ids, $2 developer, $3 subject or null. */
export const keepThings = statement<{ key: string; id: string }>(
  'import.keep-things',
  `SELECT thing.key, thing.id FROM things thing
  WHERE thing.id = ANY($1::uuid[]) AND thing.developer = $2 AND ${visibleThingSql('thing', '$3')}
  FOR KEY SHARE OF thing`,
);

/**
 * Keeps properties of units from being written until the end of the transaction, and returns what they
 * take. $1 units.
 */
export const measureUnits = statement<{ unit: string; properties: string; bytes: string }>(
  'import.measure-units',
  `WITH locked AS (
    SELECT key FROM units WHERE key = ANY($1::bigint[]) ORDER BY key FOR NO KEY UPDATE
  )
  SELECT locked.key AS unit, used.properties, used.bytes
  FROM locked CROSS JOIN LATERAL measure_unit(locked.key, '{}') AS used`,
);

/** Which of some properties exist. $1 units, $2 names. */
export const findProperties = statement<{ unit: string; name: string }>(
  'import.find-properties',
  `SELECT property.unit_key AS unit, property.name
  FROM unnest($1::bigint[], $2::text[]) AS line(unit, name)
  JOIN unit_properties property ON property.unit_key = line.unit AND property.name = line.name`,
);

/** Adds properties that do not exist. $1 units, $2 names, $3 values. */
export const addProperties = statement<{ unit: string }>(
  'import.add-properties',
  `INSERT INTO unit_properties (unit_key, name, value)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])
  ON CONFLICT DO NOTHING RETURNING unit_key AS unit`,
);

/** Adds things to units. $1 units, $2 things. */
export const addThings = statement<{ unit: string }>(
  'import.add-things',
  `INSERT INTO unit_things (unit_key, thing_key) SELECT * FROM unnest($1::bigint[], $2::bigint[])
  ON CONFLICT DO NOTHING RETURNING unit_key AS unit`,
);

/** Links subjects to units. $1 units, $2 subjects, $3 developer. */
export const addSubjects = statement<{ unit: string }>(
  'import.add-subjects',
  `INSERT INTO unit_subjects (unit_key, subject, developer)
  SELECT unit, subject, $3 FROM unnest($1::bigint[], $2::text[]) AS line(unit, subject)
  ON CONFLICT DO NOTHING RETURNING unit_key AS unit`,
);

/** Adds subjects to an account, always in the same order. $1 subjects, $2 developer. */
export const ensureSubjects = statement(
  'import.ensure-subjects',
  `INSERT INTO subjects (developer, id)
  SELECT $2, subject FROM (SELECT DISTINCT unnest($1::text[]) AS subject ORDER BY subject) AS line
  ON CONFLICT DO NOTHING`,
);
