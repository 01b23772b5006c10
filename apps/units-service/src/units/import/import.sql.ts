import { statement } from '@trellis/database';
import { isNamedSql, visibleThingSql } from '../../visibility/rules.js';

/** Adds units. $1 ids, $2 names, $3 types, $4 developer, $5 subject or null. */
export const addUnits = statement<{ key: string; id: string }>(
  'import.add-units',
  `INSERT INTO units (id, name, type, developer, owner_subject)
  SELECT id, name, type, $4, $5 FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS line(id, name, type, position)
  ORDER BY position
  RETURNING key, id`,
);

/** Locks the things that a caller sees, so that they cannot be deleted. $1 ids or aliases, $2 developer, $3 subject or null. */
export const lockVisibleThings = statement<{ key: string; id: string }>(
  'import.lock-things',
  `SELECT thing.key, given.id FROM unnest($1::uuid[]) AS given(id)
  JOIN things thing ON ${isNamedSql('thing', 'given.id', '$2')}
  WHERE thing.developer = $2 AND ${visibleThingSql('thing', '$3')}
  FOR KEY SHARE OF thing`,
);

/** Locks the properties of units until the end of the transaction, and returns their use of quotas. $1 units. */
export const measureUnits = statement<{ unit: string; properties: string; bytes: string }>(
  'import.measure-units',
  `WITH locked AS (
    SELECT key FROM units WHERE key = ANY($1::bigint[]) ORDER BY key FOR NO KEY UPDATE
  )
  SELECT locked.key AS unit, used.properties, used.bytes
  FROM locked CROSS JOIN LATERAL measure_unit(locked.key, '{}') AS used`,
);

/** Measures the other properties of a unit. $1 unit, $2 the names of those to leave out. */
export const measureOthers = statement<{ properties: string; bytes: string }>(
  'import.measure-others',
  `SELECT used.properties - used.named AS properties, used.bytes - used.named_bytes AS bytes
  FROM measure_unit($1, $2::text[]) AS used`,
);

/** Finds existing properties. $1 units, $2 names. */
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

/** Sets properties whose values differ. $1 units, $2 names, $3 values. */
export const setProperties = statement<{ unit: string }>(
  'import.set-properties',
  `INSERT INTO unit_properties (unit_key, name, value)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])
  ON CONFLICT (unit_key, name) DO UPDATE SET value = excluded.value
    WHERE unit_properties.value <> excluded.value
  RETURNING unit_key AS unit`,
);

/** Removes properties. $1 units, $2 names. */
export const removeProperties = statement<{ unit: string }>(
  'import.remove-properties',
  `DELETE FROM unit_properties property
  USING unnest($1::bigint[], $2::text[]) AS line(unit, name)
  WHERE property.unit_key = line.unit AND property.name = line.name
  RETURNING property.unit_key AS unit`,
);

/** Sets names and types that differ. $1 units, $2 names, $3 types. */
export const renameUnits = statement<{ unit: string }>(
  'import.rename-units',
  `UPDATE units unit SET name = line.name, type = line.type
  FROM unnest($1::bigint[], $2::text[], $3::text[]) AS line(unit, name, type)
  WHERE unit.key = line.unit AND (unit.name, unit.type) <> (line.name, line.type)
  RETURNING unit.key AS unit`,
);

/** Removes links. $1 the units of the lines, $2 parents, $3 children. */
export const removeLinks = statement<{ unit: string }>(
  'import.remove-links',
  `DELETE FROM unit_links link
  USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS line(unit, parent, child)
  WHERE link.parent_key = line.parent AND link.child_key = line.child
  RETURNING line.unit`,
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

/** Adds subjects to an account, in one order to avoid deadlocks. $1 subjects, $2 developer. */
export const ensureSubjects = statement(
  'import.ensure-subjects',
  `INSERT INTO subjects (developer, id)
  SELECT $2, subject FROM (SELECT DISTINCT unnest($1::text[]) AS subject ORDER BY subject) AS line
  ON CONFLICT DO NOTHING`,
);
