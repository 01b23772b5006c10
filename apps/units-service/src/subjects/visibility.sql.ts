import type { Visibility } from '@trellis/contracts';
import { statement } from '@trellis/database';

interface VisibilityRow extends Visibility {
  key: string;
}

/** The maximum number of things in a unit, or of a subject, that are examined. */
const maxThings = 10_000;

/** The offset of the keys of subjects that only have things in a unit, which follow the keys of links. */
const keyOffset = '500000000000000000';

/** Returns the reasons whose conditions hold, in their order. */
const reasonsSql = (conditions: Record<string, string>) => {
  const reasons = Object.entries(conditions).map(
    ([reason, condition]) => `CASE WHEN ${condition} THEN '${reason}' END`,
  );
  return `array_remove(ARRAY[${reasons.join(', ')}], NULL)`;
};

const hasThings = (subject: string) =>
  `EXISTS (SELECT 1 FROM holder WHERE holder.subject = ${subject})`;

const isLinked = (subject: string) =>
  `EXISTS (SELECT 1 FROM unit_subjects WHERE unit_key = $1::bigint AND subject = ${subject})`;

/**
 * Lists the subjects that see a unit, or one of them: the owner with the key 1, then linked subjects in the order of their
 * links, then, on request, subjects that only have things in it. $1 key of the unit, $2 its owner or null, $3 subject or
 * null, $4 the key after which the page begins, $5 rows, $6 whether to include things, $7 the calling subject or null: it
 * only sees its own things.
 */
export const listSubjectsSeeing = statement<VisibilityRow>(
  'subjects.seeing_unit',
  `WITH holder AS (
    SELECT thing.subject, min(member.key) AS key
    FROM (
      SELECT key, thing_key FROM unit_things WHERE unit_key = $1::bigint ORDER BY key LIMIT ${maxThings}
    ) AS member
    JOIN things thing ON thing.key = member.thing_key
    WHERE $6::boolean AND thing.subject IS NOT NULL AND ($3::text IS NULL OR thing.subject = $3)
      AND ($7::text IS NULL OR thing.subject = $7)
    GROUP BY thing.subject
  )
  SELECT $2::text AS id, '1' AS key, ${reasonsSql({
    owner: 'true',
    linked: isLinked('$2'),
    has_things: hasThings('$2'),
  })} AS reasons
  WHERE $2 IS NOT NULL AND $4::bigint < 1 AND ($3 IS NULL OR $3 = $2)
  UNION ALL (
    SELECT subject, (key + 1)::text, ${reasonsSql({
      linked: 'true',
      has_things: hasThings('linked.subject'),
    })}
    FROM unit_subjects linked
    WHERE unit_key = $1 AND key >= $4 AND subject IS DISTINCT FROM $2
      AND ($3 IS NULL OR subject = $3)
    ORDER BY key LIMIT $5::int
  )
  UNION ALL (
    SELECT subject, (${keyOffset} + key)::text, ARRAY['has_things'] FROM holder
    WHERE ${keyOffset} + key > $4 AND subject IS DISTINCT FROM $2 AND NOT ${isLinked('holder.subject')}
    ORDER BY key LIMIT $5
  )
  LIMIT $5`,
);

/**
 * Lists the units that a subject sees, or one of them, and, on request, units in which it only has things. $1 developer,
 * $2 subject, $3 id of a unit or null, $4 the key after which the page begins, $5 rows, $6 whether to include things,
 * $7 whether the subject itself is the caller: then units that it does not see are left out.
 */
export const listUnitsSeenBy = statement<VisibilityRow>(
  'subjects.visible_units',
  `SELECT unit.id, unit.key, ${reasonsSql({
    owner: "bool_or(seen.reason = 'owner')",
    linked: "bool_or(seen.reason = 'linked')",
    has_things: "bool_or(seen.reason = 'has_things')",
  })} AS reasons
  FROM (
    (
      SELECT key, 'owner' AS reason FROM units
      WHERE developer = $1 AND owner_subject = $2 AND key > $4::bigint
        AND ($3::uuid IS NULL OR id = $3)
      ORDER BY key LIMIT $5::int
    ) UNION ALL (
      SELECT link.unit_key, 'linked' FROM unit_subjects link
      WHERE link.developer = $1 AND link.subject = $2 AND link.unit_key > $4
        AND ($3 IS NULL OR link.unit_key = (SELECT key FROM units WHERE id = $3))
      ORDER BY link.unit_key LIMIT $5
    ) UNION ALL (
      SELECT DISTINCT member.unit_key, 'has_things'
      FROM (
        SELECT key FROM things WHERE $6::boolean AND developer = $1 AND subject = $2
        ORDER BY key LIMIT ${maxThings}
      ) AS thing
      JOIN unit_things member ON member.thing_key = thing.key
      JOIN units holding ON holding.key = member.unit_key
      WHERE member.unit_key > $4 AND ($3 IS NULL OR holding.id = $3)
        AND (NOT $7::boolean OR holding.owner_subject = $2 OR EXISTS (
          SELECT 1 FROM unit_subjects WHERE unit_key = holding.key AND subject = $2))
      ORDER BY member.unit_key LIMIT $5
    )
  ) AS seen
  JOIN units unit ON unit.key = seen.key
  GROUP BY unit.key ORDER BY unit.key LIMIT $5`,
);
