import { statement } from '@trellis/database';
import { visibleThingSql } from '../visibility/things.js';
import { visibleUnitSql } from '../visibility/units.js';

/** A unit of a list. */
export interface ListedUnit {
  key: string;
  id: string;
}

/** How many parameters {@link matchingUnits} has. */
export const matchingParameters = 5;

/**
 * Those of some units that meet conditions, in the order of their keys; `condition` is a further one on the row
 * `unit`.
 */
export const matchingUnitsSql = (condition = 'true'): string => `
  SELECT unit.key, unit.id FROM units unit
  WHERE unit.key = ANY ($1::bigint[]) AND ${visibleUnitSql('unit', '$2')}
    AND ($3::text IS NULL OR unit.type = $3) AND ($4::text IS NULL OR unit.name = $4)
    AND ${visibleUnitSql('unit', '$5')} AND ${condition}
  ORDER BY unit.key`;

/**
 * The same without a further one. $1 keys, $2 subject of the caller, $3 type, $4 name, $5 subject, each or null.
 */
export const matchingUnits = statement<ListedUnit>('units.matching', matchingUnitsSql());

/**
 * Whether the row `unit` has no parent that the caller of {@link matchingUnitsSql} sees. With the offset, it is looked at
 * for each unit, and not for all links at once.
 */
export const withoutParentsSql = `NOT EXISTS (
  SELECT FROM unit_links link JOIN units parent ON parent.key = link.parent_key
  WHERE link.child_key = unit.key AND ${visibleUnitSql('parent', '$2')} OFFSET 0)`;

/** Those of {@link matchingUnits} that have no parents. */
export const matchingRoots = statement<ListedUnit>(
  'units.matching-roots',
  matchingUnitsSql(withoutParentsSql),
);

/** Whether a thing has a capability, in SQL: `type` and `property` as {@link capableThings} takes them. */
const isCapable = `(
  $3::text IS NULL OR to_readable_json(thing.properties) -> $3 IS NOT NULL)
  AND ${visibleThingSql('thing', '$4')}`;

/**
 * Things with a capability, oldest first: $1 developer, $2 the type that shows it, $3 the property or null,
 * $4 subject or null, $5 how many things of the type are looked at.
 */
export const capableThings = statement<{ key: string; isCapable: boolean }>(
  'units.capable-things',
  `SELECT thing.key, ${isCapable} AS "isCapable"
  FROM (
    SELECT thing_key FROM thing_types WHERE developer = $1 AND type = $2
    ORDER BY thing_key LIMIT $5
  ) AS way
  JOIN things thing ON thing.key = way.thing_key`,
);

/** The same among the things of a subject, which may be fewer. */
export const capableThingsOfSubject = statement<{ key: string; isCapable: boolean }>(
  'units.capable-things-of-subject',
  `SELECT thing.key, ${isCapable} AND EXISTS (
      SELECT FROM thing_types listed WHERE listed.thing_key = thing.key AND listed.type = $2
    ) AS "isCapable"
  FROM (
    SELECT key FROM things WHERE developer = $1 AND subject = $4 ORDER BY key LIMIT $5
  ) AS way
  JOIN things thing ON thing.key = way.key`,
);

/** The units that hold things, and all above these. $1 keys of things. */
export const unitsAbove = statement<{ key: string }>(
  'units.above-things',
  `WITH RECURSIVE above(unit) AS (
    SELECT holding.unit_key FROM unnest($1::bigint[]) AS listed(thing)
    CROSS JOIN LATERAL (
      SELECT unit_key FROM unit_things WHERE thing_key = listed.thing OFFSET 0
    ) AS holding
    UNION
    SELECT link.parent_key FROM above
    CROSS JOIN LATERAL (
      SELECT parent_key FROM unit_links WHERE child_key = above.unit OFFSET 0
    ) AS link
  )
  SELECT unit AS key FROM above`,
);

/**
 * Those of some units in or below which is a thing with a capability. Each search ends with the first one. With the
 * offsets, things are looked up one by one: a plan for any parameters, made while the tables have no statistics, would
 * read all of them for each unit. $1 keys of units, $2 to $4 as above.
 */
export const unitsHolding = statement<{ key: string }>(
  'units.holding',
  `SELECT asked.unit AS key FROM unnest($1::bigint[]) AS asked(unit)
  WHERE EXISTS (
    WITH RECURSIVE below(unit) AS (
      SELECT asked.unit
      UNION
      SELECT link.child_key FROM below
      CROSS JOIN LATERAL (
        SELECT child_key FROM unit_links WHERE parent_key = below.unit OFFSET 0
      ) AS link
    )
    SELECT FROM below
    CROSS JOIN LATERAL (
      SELECT thing_key FROM unit_things WHERE unit_key = below.unit OFFSET 0
    ) AS holding
    CROSS JOIN LATERAL (
      SELECT FROM thing_types listed JOIN things thing ON thing.key = holding.thing_key
      WHERE listed.thing_key = holding.thing_key AND listed.type = $2 AND ${isCapable} OFFSET 0
    ) AS capable
  )`,
);
