import { statement } from '@trellis/database';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';

export interface ListedUnit {
  key: string;
  id: string;
}

export const matchingParameters = 5;

/**
 * Returns a query that selects the units that meet conditions and a further `condition` on the row `unit`, ordered by key.
 */
export const matchingUnitsSql = (condition = 'true'): string => `
  SELECT unit.key, unit.id FROM units unit
  WHERE unit.key = ANY ($1::bigint[]) AND ${visibleUnitSql('unit', '$2')}
    AND ($3::text IS NULL OR unit.type = $3) AND ($4::text IS NULL OR unit.name = $4)
    AND ${visibleUnitSql('unit', '$5')} AND ${condition}
  ORDER BY unit.key`;

/**
 * Selects the units that meet conditions. $1 keys, $2 subject of the caller, $3 type, $4 name, $5 subject, each or null.
 */
export const matchingUnits = statement<ListedUnit>('units.matching', matchingUnitsSql());

/**
 * The condition that the row `unit` has no parent that the caller of {@link matchingUnitsSql} sees. The offset makes
 * PostgreSQL check each unit instead of joining all links.
 */
export const withoutParentsSql = `NOT EXISTS (
  SELECT FROM unit_links link JOIN units parent ON parent.key = link.parent_key
  WHERE link.child_key = unit.key AND ${visibleUnitSql('parent', '$2')} OFFSET 0)`;

/** Selects the {@link matchingUnits} without parents. */
export const matchingRoots = statement<ListedUnit>(
  'units.matching-roots',
  matchingUnitsSql(withoutParentsSql),
);

/** The condition that a thing has a capability, with the parameters of {@link capableThings}. */
const isCapable = `(
  $3::text IS NULL OR to_readable_json(thing.properties) -> $3 IS NOT NULL)
  AND ${visibleThingSql('thing', '$4')}`;

/**
 * Lists things of a type, oldest first, and whether they have a capability: $1 developer, $2 the type that shows it, $3 the
 * property or null, $4 subject or null, $5 the number of things to scan.
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

/** Lists the same for the things of a subject, which may be fewer. */
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

/** Finds the units that contain things, and all units above them. $1 keys of things. */
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
 * Selects the units that contain a thing with a capability, directly or below. Each search ends with the first one. The
 * offsets make PostgreSQL look up things one by one: a generic plan, made while the tables have no statistics, would scan
 * them for each unit. $1 keys of units, $2 to $4 as above.
 */
export const unitsHolding = statement<{ key: string }>(
  'units.holding',
  `SELECT given.unit AS key FROM unnest($1::bigint[]) AS given(unit)
  WHERE EXISTS (
    WITH RECURSIVE below(unit) AS (
      SELECT given.unit
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
