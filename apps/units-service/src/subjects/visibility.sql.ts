import type { Visibility } from '@trellis/contracts';
import { statement } from '@trellis/database';

interface VisibilityRow extends Visibility {
  key: string;
}

/** How many of the things in a unit, or of a subject, are looked at. */
const maxThings = 10_000;

/** What follows the keys of links: the keys of subjects that only have things in a unit. */
const afterLinks = '500000000000000000';

/** The reasons that hold, in their order. */
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
 * The subjects that see a unit, or one of them: the owner with the key 1, then those that are linked to it, in
 * that order, then those that only have things in it, if they are asked for. $1 key of the unit, $2 its owner or null,
 * $3 subject or null, $4 the key after which the page begins, $5 rows, $6 whether things count, $7 the subject that asks
 * or null: it sees things of its own.
 */
export const listSubjectsSeeing = statement<VisibilityRow>(
  'subjects.seeing_unit',
  `WITH holder AS (
    SELECT thing.subject, min(held.key) AS key
    FROM (
      SELECT key, thing_key FROM unit_things WHERE unit_key = $1::bigint ORDER BY key LIMIT ${maxThings}
    ) AS held
    JOIN things thing ON thing.key = held.thing_key
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
    SELECT subject, (${afterLinks} + key)::text, ARRAY['has_things'] FROM holder
    WHERE ${afterLinks} + key > $4 AND subject IS DISTINCT FROM $2 AND NOT ${isLinked('holder.subject')}
    ORDER BY key LIMIT $5
  )
  LIMIT $5`,
);

/**
 * The units that a subject sees, or one of them, and those in which it only has things, if they are asked for. $1
 * developer, $2 subject, $3 id of a unit or null, $4 the key after which the page begins, $5 rows, $6 whether things
 * count, $7 whether the subject itself asks: then units that it does not see are left out.
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
      SELECT DISTINCT held.unit_key, 'has_things'
      FROM (
        SELECT key FROM things WHERE $6::boolean AND developer = $1 AND subject = $2
        ORDER BY key LIMIT ${maxThings}
      ) AS thing
      JOIN unit_things held ON held.thing_key = thing.key
      JOIN units holding ON holding.key = held.unit_key
      WHERE held.unit_key > $4 AND ($3 IS NULL OR holding.id = $3)
        AND (NOT $7::boolean OR holding.owner_subject = $2 OR EXISTS (
          SELECT 1 FROM unit_subjects WHERE unit_key = holding.key AND subject = $2))
      ORDER BY held.unit_key LIMIT $5
    )
  ) AS seen
  JOIN units unit ON unit.key = seen.key
  GROUP BY unit.key ORDER BY unit.key LIMIT $5`,
);
