import type { Visibility } from '@trellis/contracts';
import { statement } from '@trellis/database';

interface VisibilityRow extends Visibility {
  key: string;
}

const reasonsSql = (isOwner: string, isLinked: string) =>
  `array_remove(ARRAY[
    CASE WHEN ${isOwner} THEN 'owner' END, CASE WHEN ${isLinked} THEN 'linked' END], NULL)`;

/**
 * The subjects that see a unit, or one of them: the owner with the key 1, then those that are linked to it, in
 * that order. $1 key of the unit, $2 its owner or null, $3 subject or null, $4 the key after which the page
 * begins, $5 rows.
 */
export const listSubjectsSeeing = statement<VisibilityRow>(
  'subjects.seeing_unit',
  `SELECT $2::text AS id, '1' AS key, ${reasonsSql(
    'true',
    'EXISTS (SELECT 1 FROM unit_subjects WHERE unit_key = $1::bigint AND subject = $2)',
  )} AS reasons
  WHERE $2 IS NOT NULL AND $4::bigint < 1 AND ($3::text IS NULL OR $3 = $2)
  UNION ALL (
    SELECT subject, (key + 1)::text, ARRAY['linked'] FROM unit_subjects
    WHERE unit_key = $1 AND key >= $4 AND subject IS DISTINCT FROM $2
      AND ($3 IS NULL OR subject = $3)
    ORDER BY key LIMIT $5::int
  )
  LIMIT $5`,
);

/**
 * The units that a subject sees, or one of them. $1 developer, $2 subject, $3 id of a unit or null, $4 the key
 * after which the page begins, $5 rows.
 */
export const listUnitsSeenBy = statement<VisibilityRow>(
  'subjects.visible_units',
  `SELECT unit.id, unit.key, ${reasonsSql('bool_or(seen.is_owner)', 'bool_or(NOT seen.is_owner)')} AS reasons
  FROM (
    (
      SELECT key, true AS is_owner FROM units
      WHERE developer = $1 AND owner_subject = $2 AND key > $4::bigint
        AND ($3::uuid IS NULL OR id = $3)
      ORDER BY key LIMIT $5::int
    ) UNION ALL (
      SELECT link.unit_key, false FROM unit_subjects link
      WHERE link.developer = $1 AND link.subject = $2 AND link.unit_key > $4
        AND ($3 IS NULL OR link.unit_key = (SELECT key FROM units WHERE id = $3))
      ORDER BY link.unit_key LIMIT $5
    )
  ) AS seen
  JOIN units unit ON unit.key = seen.key
  GROUP BY unit.key ORDER BY unit.key LIMIT $5`,
);
