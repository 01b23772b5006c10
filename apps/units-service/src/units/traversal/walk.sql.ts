import { statement, type Statement } from '@trellis/database';
import { visibleThingSql } from '../../visibility/rules.js';

/** The direction of a walk: down to children, or up to parents. */
export type Direction = 'descendants' | 'ancestors';

/** A link of a unit on a walk. */
export interface LinkRow {
  /** The position of the unit in `$1`, from 1. */
  position: number;
  link: string;
  unit: string;
  /** Whether other links lead to that unit. */
  shared: boolean;
  /** Whether links lead on from it. */
  inner: boolean;
}

/** A link in the direction of a walk. */
export interface Edge {
  from: string;
  to: string;
  link: string;
}

export interface WalkStatements {
  /**
   * Reads the next links of units, in their order. $1 units, $2 for each the link after which to begin,
   * $3 the most links of each unit.
   */
  links: Statement<LinkRow>;
  /** Finds the steps of a path that still exist. $1 from units, $2 links, $3 to units. */
  path: Statement<{ position: number }>;
  /** Reads the links that lead to units, directly or not. $1 units, $2 units before which to stop, $3 the most. */
  before: Statement<Edge>;
  /** Reads the links that lead on from a unit, directly or not. $1 the unit, $2 the most. */
  beyond: Statement<Edge>;
}

export const walkStatements: Record<Direction, WalkStatements> = {
  descendants: statementsOf('descendants', 'parent_key', 'child_key'),
  ancestors: statementsOf('ancestors', 'child_key', 'parent_key'),
};

function statementsOf(name: Direction, from: string, to: string): WalkStatements {
  const edge = `${from} AS "from", ${to} AS "to", key AS link`;
  return {
    links: statement(
      `units.${name}.links`,
      `SELECT given.position::int AS position, link.key AS link, link.${to} AS unit,
        EXISTS (
          SELECT 1 FROM unit_links other
          WHERE other.${to} = link.${to} AND other.key <> link.key
        ) AS shared,
        EXISTS (SELECT 1 FROM unit_links onward WHERE onward.${from} = link.${to}) AS inner
      FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS given(unit, after, position)
      CROSS JOIN LATERAL (
        SELECT key, ${to} FROM unit_links
        WHERE ${from} = given.unit AND key > given.after ORDER BY key LIMIT $3
      ) AS link
      ORDER BY given.position, link.key`,
    ),
    path: statement(
      `units.${name}.path`,
      `SELECT step.position::int AS position
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
        WITH ORDINALITY AS step(origin, link, unit, position)
      JOIN unit_links link
        ON link.${from} = step.origin AND link.key = step.link AND link.${to} = step.unit`,
    ),
    // OFFSET 0 keeps PostgreSQL from reading all links, whatever it expects of the recursion.
    before: statement(
      `units.${name}.before`,
      `WITH RECURSIVE edges("from", "to", link) AS (
        SELECT edge.* FROM unnest($1::bigint[]) AS start(unit)
        CROSS JOIN LATERAL (SELECT ${edge} FROM unit_links WHERE ${to} = start.unit OFFSET 0) AS edge
        UNION
        SELECT edge.* FROM edges
        CROSS JOIN LATERAL (SELECT ${edge} FROM unit_links WHERE ${to} = edges.from OFFSET 0) AS edge
        WHERE edges.from <> ALL ($2::bigint[])
      )
      SELECT * FROM edges LIMIT $3`,
    ),
    beyond: statement(
      `units.${name}.beyond`,
      `WITH RECURSIVE edges("from", "to", link) AS (
        SELECT ${edge} FROM unit_links WHERE ${from} = $1::bigint
        UNION
        SELECT edge.* FROM edges
        CROSS JOIN LATERAL (SELECT ${edge} FROM unit_links WHERE ${from} = edges.to OFFSET 0) AS edge
      )
      SELECT * FROM edges LIMIT $2`,
    ),
  };
}

export interface ThingRow {
  /** The position of the unit in `$1`, from 1. */
  position: number;
  link: string;
  thing: string;
  id: string;
  /** Whether the thing was added to other units before. */
  shared: boolean;
}

/**
 * Reads the next things of units. $1 units, $2 for each the link after which to begin, $3 the most things of
 * each, $4 subject or null.
 */
export const thingsOfUnits = statement<ThingRow>(
  'units.things-of-units',
  `SELECT given.position::int AS position, found.*
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS given(unit, after, position)
  CROSS JOIN LATERAL (
    SELECT link.key AS link, thing.key AS thing, thing.id, EXISTS (
      SELECT 1 FROM unit_things other
      WHERE other.thing_key = link.thing_key AND other.key < link.key
    ) AS shared
    FROM unit_things link JOIN things thing ON thing.key = link.thing_key
    WHERE link.unit_key = given.unit AND link.key > given.after
      AND ${visibleThingSql('thing', '$4')}
    ORDER BY link.key LIMIT $3
  ) AS found
  ORDER BY given.position, found.link`,
);

/** Reads the units to which things were added before a link. $1 things, $2 links, $3 the most units of each. */
export const earlierUnits = statement<{ link: string; unit: string }>(
  'units.earlier-units',
  `SELECT given.link, earlier.unit
  FROM unnest($1::bigint[], $2::bigint[]) AS given(thing, link)
  CROSS JOIN LATERAL (
    SELECT unit_key AS unit FROM unit_things
    WHERE thing_key = given.thing AND key < given.link ORDER BY key LIMIT $3
  ) AS earlier`,
);
